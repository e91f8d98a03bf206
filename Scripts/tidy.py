#!/usr/bin/env python3
"""Checks what the compiler and the formatter do not: lengths, words, seams, links, and the ends of lines.

A rule is broken with a reason, on the line itself or in a comment above it:

    // tidy:allow(<rule>) reason

Findings are printed as `file:line: error: message [rule]`. An exception without a reason, or one that nothing needs, is a
finding too. Looks at all files that git knows or would add; what lies in a folder Fixtures is left as it came.
"""
import functools
import os
import re
import statistics
import subprocess
import sys
from urllib.parse import unquote

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LONGEST_FILE, LONGEST_FUNCTION, MEDIAN_FILE, README_LINES = 400, 70, 110, 150
# A file of a few lines belongs to another one, unless it is a type of its own.
SHORT_FILE, SHORT_FILES = 20, 20

# The number of the statements of the documents that were to be met.
STATEMENTS = 183
# What they quote is what a test says.
REQUIREMENTS = (
    "Documentation/ContentAnalytics.md", "Documentation/Experiments.md", "Documentation/Requirements.md")

SDK = r"Sources/Cairn/"
LIBRARIES = r"Sources/(?!cairnctl/|cairnlab/)"
# A package in a folder has folders Sources and Tests of its own.
PACKAGE = re.compile(r"(?:Server|Examples)/(?=Sources/|Tests/)")
EDGES = r"Sources/(?:Destinations/)?[^/]+/Platform/|Sources/Cairn/Storage/|Sources/CairnUI/"
# PostgreSQLClient is a library that two of the systems of Server/ have, and no platform.
ALLOWED_IMPORT_CHECKS = r"PostgreSQLClient|CoreGraphics|CryptoKit|Darwin|Glibc|Musl|Android|Bionic|FoundationNetworking"

# (rule, pattern, files it holds for, files it does not hold for, message). Comments and strings do not count.
CODE_RULES = [
    ("print", r"(?<![\w.])(?:Swift\.)?(?:print|debugPrint)\(|\bNSLog\(", LIBRARIES, None,
     "a library does not print; count it in Diagnostics"),
    ("force-try", r"\btry!", r"Sources/|Tests/", None, "no try!"),
    ("fatal-error", r"\bfatalError\(", r"Sources/", None,
     "no fatalError; precondition for the caller's mistakes at set-up, assert for our own invariants"),
    ("seam", r"\bDate\(\)|\bDate\.now\b|\bUUID\(\)|\bTask\.sleep|\busleep\(|\bFileManager\b|\bURLSession\.shared\b"
             r"|\.random\(|\bSystemRandomNumberGenerator\b|\bProcessInfo\b", SDK, EDGES,
     "time, randomness and IO come through Platform/ and Storage/"),
    ("sleep", r"\b(?:Task\.|Thread\.)?(?:u|nano)?sleep\(", r"Tests/", None, "tests do not sleep; use the manual clock"),
    ("locked-closure", r"\bLocked(?:<|\()\s*\(?\s*(?:@Sendable|\().*->", r"Sources/", None,
     "each access would wrap the closure once more; use Locked<ClosureBox<…>>"),
    ("platform-if", rf"^\s*#(?:else)?if\b.*(?:\bos\(|\bcanImport\((?!\s*(?:{ALLOWED_IMPORT_CHECKS})\s*\)))",
     r"Sources/", EDGES, "platforms differ only in Platform/, Storage/ and CairnUI/"),
]
UNFINISHED = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b")
UNCHECKED = re.compile(r"@unchecked\s+Sendable\b|\bnonisolated\(unsafe\)")

# (rule, pattern, message), for every text file.
TEXT_RULES = [
    ("local-path", r"(?<![\w.:}/-])/(?:home|root|Users|work|tmp)/[\w.-]", "a path of one machine"),
    ("narration", r"(?<!user[- ])(?<!User[- ])\b[Aa]gents?\b|\b[Ll]anguage [Mm]odel\b|\bas (?:requested|instructed)\b",
     "write about the project, not about how it was made"),
    ("trailing-space", r"[ \t]+$", "space at the end of the line"),
]
ALLOW = re.compile(r"tidy:allow\(([a-z-]+)\)[ \t]*([^\n]*?)(?:-->)?\s*$")
LINK = re.compile(r"\[[^\]]*\]\(<?([^)\s>]+)>?[^)]*\)|^\[[^\]]+\]:\s*<?(\S+?)>?\s*$")

# Just enough Swift to tell code from comments and strings, and where functions begin and end.
FUNCTION = re.compile(r"(?<![.\w`])(?:func\s+(?P<name>[^\s(<]+|[^\s\w]+)|init\b[?!]?(?=\s*[(<])|deinit\b|subscript\b(?=\s*[(<])"
                      r"|var\s+(?P<variable>\w+)[^={}\n]*(?=\{))")
MARK = re.compile(r'(?P<line>//)|(?P<block>/\*)|(?P<hashes>#*)(?P<quotes>"""|")|[()]')
CONTINUES = re.compile(r"\s*(?:\{|->|throws\b|rethrows\b|async\b|where\b|:|,|&)")


def blank(text):
    """The text as spaces; line breaks stay."""
    return re.sub(r"[^\n]", " ", text)


class Splitter:
    """Splits a Swift file into its code and its comments, each as long as the file, the rest made blank."""

    def __init__(self, text):
        self.text, self.code, self.comments, self.position = text, [], [], 0
        self.run(stop_at_parenthesis=False)
        self.code, self.comments = "".join(self.code), "".join(self.comments)

    def take(self, end, kind):
        piece = self.text[self.position:end]
        self.code.append(piece if kind == "code" else blank(piece))
        self.comments.append(piece if kind == "comment" else blank(piece))
        self.position = end

    def run(self, stop_at_parenthesis):
        depth = 0
        while mark := MARK.search(self.text, self.position):
            self.take(mark.start(), "code")
            if mark["line"]:
                end = self.text.find("\n", self.position)
                self.take(len(self.text) if end < 0 else end, "comment")
            elif mark["block"]:
                self.take(self.end_of_block_comment(), "comment")
            elif mark["quotes"]:
                self.string(mark)
            else:
                depth += 1 if mark.group() == "(" else -1
                self.take(mark.end(), "code")
                if stop_at_parenthesis and depth < 0:
                    return
        self.take(len(self.text), "code")

    def end_of_block_comment(self):
        depth = 0
        for mark in re.compile(r"/\*|\*/").finditer(self.text, self.position):
            depth += 1 if mark.group() == "/*" else -1
            if depth == 0:
                return mark.end()
        return len(self.text)

    def string(self, opening):
        """A string's text is blank, but the code in its interpolations is code."""
        hashes, quotes = opening["hashes"], opening["quotes"]
        self.take(opening.end(), "string")
        mark = re.compile(rf'\\{hashes}(?P<interpolation>\()|\\{hashes}(?s:.)|(?P<end>{quotes}{hashes})')
        while found := mark.search(self.text, self.position):
            self.take(found.end(), "string")
            if found["end"]:
                return
            if found["interpolation"]:
                self.run(stop_at_parenthesis=True)
        self.take(len(self.text), "string")


def functions(code):
    """(name, first line, last line) of each function, initializer, subscript and computed property in blanked code."""
    for match in FUNCTION.finditer(code):
        body = start_of_body(code, match.end())
        if body is None:
            continue
        depth, end = 0, len(code)
        for brace in re.compile(r"[{}]").finditer(code, body):
            depth += 1 if brace.group() == "{" else -1
            if depth == 0:
                end = brace.end()
                break
        name = match["name"] or match["variable"] or match.group().split("(")[0].strip()
        yield name, code.count("\n", 0, match.start()) + 1, code.count("\n", 0, end) + 1


def start_of_body(code, position):
    """Where the body's brace is, or None for a requirement of a protocol, which has none."""
    depth = 0
    for place in range(position, len(code)):
        character = code[place]
        if character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
        if depth < 0 or depth == 0 and character in "};":
            return None
        if depth == 0 and character == "{":
            return place
        if depth == 0 and character == "\n" and not CONTINUES.match(code, place):
            if not re.search(r"(?:->|,|:|&|\bwhere)\s*$", code[position:place]):
                return None
    return None


class Tidy:
    def __init__(self):
        self.findings, self.allowed, self.used, self.sizes, self.verdicts = [], {}, set(), [], {}
        self.short = 0

    def find(self, path, line, rule, message):
        allow = self.allowed.get((path, line, rule))
        if allow:
            self.used.add((path, allow, rule))
        else:
            self.findings.append(f"{path}:{line}: error: {message} [{rule}]")

    def text(self, path, text):
        lines = text.split("\n")
        for number, line in enumerate(lines, 1):
            if allow := ALLOW.search(line):
                self.allow(path, lines, number, allow[1])
                if not allow[2].strip():
                    self.find(path, number, "allow", "say why after tidy:allow(…)")
        for number, line in enumerate(lines, 1):
            for rule, pattern, message in TEXT_RULES:
                if re.search(pattern, line):
                    self.find(path, number, rule, message)
        if text and not text.endswith("\n"):
            self.find(path, len(lines), "final-newline", "no newline at the end of the file")

    def allow(self, path, lines, number, rule):
        """An exception holds for its own line, and from a comment for the first line after the comment."""
        self.allowed[path, number, rule] = number
        if re.match(r"\s*(//|#|<!--)", lines[number - 1]):
            below = number
            while below < len(lines) and re.match(r"\s*//", lines[below]):
                below += 1
            self.allowed[path, below + 1, rule] = number

    def swift(self, path, text):
        lines = text.count("\n")
        # The code that a tutorial shows is the reader's.
        inside = "Snippets/" if ".docc/" in path else PACKAGE.sub("", path)
        if inside.startswith("Sources/"):
            self.sizes.append(lines)
            self.short += path.startswith("Sources/") and lines < SHORT_FILE
        if lines > LONGEST_FILE:
            self.find(path, 1, "file-length", f"{lines} lines, at most {LONGEST_FILE}")
        source = Splitter(text)
        for name, first, last in functions(source.code):
            if last - first + 1 > LONGEST_FUNCTION:
                self.find(path, first, "function-length", f"{name} has {last - first + 1} lines, at most {LONGEST_FUNCTION}")
        code, comments = source.code.split("\n"), source.comments.split("\n")
        for number, line in enumerate(code, 1):
            for rule, pattern, where, unless, message in CODE_RULES:
                if re.match(where, inside) and not (unless and re.match(unless, inside)) and re.search(pattern, line):
                    self.find(path, number, rule, message)
            if UNFINISHED.search(line) or UNFINISHED.search(comments[number - 1]):
                self.find(path, number, "unfinished", "finish it, or open an issue")
            if UNCHECKED.search(line) and not self.is_proved(code, comments, number - 1):
                self.find(path, number, "unchecked", "a comment here or above must say why it is safe: `Sendable: …`")

    @staticmethod
    def is_proved(code, comments, index):
        """Whether a comment on this line, or the one above this declaration, speaks of Sendable."""
        if "Sendable" in comments[index]:
            return True
        above = index - 1
        while above >= 0 and code[above].strip() and not re.search(r"[{};]\s*$", code[above]):
            above -= 1  # a declaration over several lines
        while above >= 0 and not code[above].strip() and comments[above].strip():
            if "Sendable" in comments[above]:
                return True
            above -= 1
        return False

    def markdown(self, path, text):
        fenced = False
        for number, line in enumerate(text.split("\n"), 1):
            fenced ^= line.lstrip().startswith("```")
            if fenced:
                continue
            for match in LINK.finditer(re.sub(r"`[^`]*`", "", line)):
                target = unquote(match[1] or match[2])
                if re.match(r"[a-z][a-z+.-]*:", target):
                    continue
                name, _, anchor = target.partition("#")
                file = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
                if not os.path.exists(os.path.join(ROOT, file)):
                    self.find(path, number, "link", f"{target} is not there")
                elif anchor and file.endswith(".md") and anchor not in anchors(file):
                    self.find(path, number, "link", f"{file} has no heading #{anchor}")
        if path in REQUIREMENTS:
            for number, line in enumerate(text.split("\n"), 1):
                for sentence in re.findall(r'"([^"]+)"', line):
                    if sentence not in sentences():
                        self.find(path, number, "sentence", f'no test says "{sentence}"')
            self.check_verdicts(path, text)
        if path == "README.md" and text.count("\n") >= README_LINES:
            self.find(path, 1, "readme-length", f"{text.count(chr(10))} lines, must be under {README_LINES}")

    def check_verdicts(self, path, text):
        """Each statement has one verdict, whichever documents mention it."""
        for number, line in enumerate(text.split("\n"), 1):
            row = re.match(r"\| (S-[\dS, -]*) \| (done|differs|partly|no|–) \|", line)
            for statement in re.findall(r"S-\d+", row[1]) if row else []:
                before = self.verdicts.setdefault(statement, row[2])
                if before != row[2]:
                    self.find(path, number, "verdict", f"{statement} is {before} elsewhere")

    def finish(self):
        missing = sorted({f"S-{number}" for number in range(1, STATEMENTS + 1)} - set(self.verdicts))
        if missing:
            self.findings.append(f"{REQUIREMENTS[-1]}:1: error: no verdict for {', '.join(missing)} [verdict]")
        written = {(path, line, rule) for (path, _, rule), line in self.allowed.items()}
        for path, line, rule in sorted(written - self.used):
            self.findings.append(f"{path}:{line}: error: tidy:allow({rule}) is not needed [allow]")
        median = statistics.median(self.sizes) if self.sizes else 0
        if median >= MEDIAN_FILE:
            self.findings.append(f"Sources:1: error: the median file has {median:g} lines, must be under {MEDIAN_FILE}"
                                 " [median]")
        if self.short >= SHORT_FILES:
            self.findings.append(f"Sources:1: error: {self.short} files have fewer than {SHORT_FILE} lines, at most"
                                 f" {SHORT_FILES - 1} may [short]")
        return median


def anchors(path):
    """The anchors that GitHub gives the headings of a Markdown file."""
    with open(os.path.join(ROOT, path), encoding="utf8") as file:
        text = re.sub(r"(?ms)^```.*?^```", "", file.read())
    found = set(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", text))
    for heading in re.findall(r"(?m)^#+\s+(.*?)\s*#*$", text):
        slug = re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()).replace(" ", "-")
        copies = sum(1 for name in found if re.fullmatch(re.escape(slug) + r"(-\d+)?", name))
        found.add(f"{slug}-{copies}" if slug in found else slug)
    return found


@functools.cache
def sentences():
    """What the tests say, each in the words of its `@Test`."""
    found = set()
    for path in tracked():
        if PACKAGE.sub("", path).startswith("Tests/") and path.endswith(".swift"):
            with open(os.path.join(ROOT, path), encoding="utf8") as file:
                found.update(re.findall(r'@Test\(\s*"((?:[^"\\]|\\.)*)"', file.read()))
    return found


def tracked():
    listing = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                             capture_output=True, text=True, check=True).stdout
    return sorted(set(name for name in listing.split("\0") if os.path.isfile(os.path.join(ROOT, name))))


def main():
    tidy, paths = Tidy(), tracked()
    for path in paths:
        if "/Fixtures/" in path or os.path.islink(os.path.join(ROOT, path)):
            continue
        with open(os.path.join(ROOT, path), "rb") as file:
            data = file.read()
        try:
            text = data.decode("utf8")
        except UnicodeDecodeError:
            continue
        if "\0" in text:
            continue
        tidy.text(path, text)
        if path.endswith(".swift"):
            tidy.swift(path, text)
        if path.endswith(".md"):
            tidy.markdown(path, text)
    median = tidy.finish()
    print("\n".join(tidy.findings + [f"{len(paths)} files; median Swift file in Sources: {median:g} lines;"
                                     f" {len(tidy.findings)} findings"]))
    return 1 if tidy.findings else 0


if __name__ == "__main__":
    sys.exit(main())

/// The drawing and the table of a funnel.
struct FunnelChart: Sendable {
  let funnel: Funnel

  private var first: Int { funnel.steps.first?.users ?? 0 }

  func html(_ zone: ZonedTime) -> HTML {
    guard first > 0 else {
      return "<p class=\"empty\">Nobody did the first step in this period. Choose a longer one.</p>"
    }
    let items = funnel.steps.enumerated().map { index, step -> HTML in
      let before = index == 0 ? first : funnel.steps[index - 1].users
      let width = Int((Double(step.users) / Double(first) * 1_000).rounded())
      let since: HTML =
        index == 0
        ? ""
        : """
        <p class="since">\(Words.share(step.users, of: before)) of the step before\
        \(step.medianTime.map { ", median \(Words.duration($0))" } ?? "")</p>
        """
      return """
        <li>\(since)<p class="step"><span class="order">\(index + 1)</span>\
        <bdi>\(step.name.shortened(to: 80))</bdi>\
        <span class="value">\(Words.number(step.users)) <small>\(Words.share(step.users, of: first))\
        </small></span></p>
        <svg viewBox="0 0 1000 28" preserveAspectRatio="none" aria-hidden="true">\
        <rect class="rest" width="1000" height="28" rx="4"/>\
        <rect class="f0" width="\(width)" height="28" rx="4"/></svg></li>
        """
    }
    let last = funnel.steps.last?.users ?? 0
    return """
      <p class="headline">\(Words.share(last, of: first)) \
      <span>of \(Words.count(first, "user")) did all steps</span></p>
      <ol class="funnel">\(items)</ol>
      <details class="more"><summary>The numbers of the funnel</summary>\(table.html(zone))</details>
      """
  }

  var table: DataTable {
    DataTable(
      name: "funnel", caption: "Funnel",
      columns: [
        .init(name: "step", title: "Step"),
        .init(name: "users", title: "Users", isNumeric: true),
        .init(name: "ofFirst", title: "Of the first step", isNumeric: true),
        .init(name: "ofPrevious", title: "Of the step before", isNumeric: true),
        .init(name: "medianSeconds", title: "Median time from the step before", isNumeric: true),
      ],
      rows: funnel.steps.enumerated().map { index, step in
        [
          .text(step.name), .number(step.users), .share(step.users, of: first),
          .share(step.users, of: index == 0 ? first : funnel.steps[index - 1].users),
          step.medianTime.map { .duration($0) } ?? .none,
        ]
      })
  }
}

'use strict';

// The stream of Live: adds a row for each event, as text only, and keeps a bounded number of rows.
const mostRows = 200;
const live = document.getElementById('live');
const rows = document.getElementById('rows');
const filter = document.getElementById('filter');
const pauseButton = document.getElementById('pause');
const totals = { stored: 0, duplicate: 0, conflict: 0, refused: 0, skipped: 0 };
const seconds = new Array(60).fill(0);
const tags = { stored: 'good', duplicate: 'quiet', conflict: 'warn', refused: 'bad' };
const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3,
  hour12: false, timeZone: live.dataset.zone,
});
let isPaused = false;
let waiting = [];

function show(id, text) { document.getElementById(id).textContent = text; }

function spaced(number) { return String(number).replace(/\B(?=(\d{3})+$)/g, '\u202f'); }

function duration(ms) {
  const sign = ms < 0 ? '−' : '';
  const size = Math.abs(ms);
  if (size < 1000) return sign + size + ' ms';
  if (size < 60000) return sign + (Math.floor(size / 100) / 10).toFixed(1) + ' s';
  if (size < 3600000) return sign + Math.floor(size / 60000) + ' min';
  if (size < 86400000) return sign + Math.floor(size / 3600000) + ' h';
  return sign + Math.floor(size / 86400000) + ' d';
}

function cell(row, content, className) {
  const element = row.insertCell();
  if (className) element.className = className;
  if (typeof content === 'string') {
    const text = document.createElement('bdi');
    text.textContent = content;
    element.append(text);
  } else {
    element.append(...content);
  }
}

function element(name, text, className) {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

function name(item) {
  const text = item.name || '(no name)';
  // Only a stored event has a page.
  if (!item.id || item.fate === 'refused') return [element('bdi', text)];
  const address = new URL(live.dataset.event, location.href);
  address.searchParams.set('project', item.project);
  address.searchParams.set('id', item.id);
  const link = document.createElement('a');
  link.href = address.pathname + address.search;
  link.append(element('bdi', text));
  return [link];
}

function add(item) {
  const row = document.createElement('tr');
  const time = element('time', clock.format(new Date(item.time)));
  time.dateTime = new Date(item.time).toISOString();
  cell(row, [time]);
  const event = name(item);
  if (item.reason) event.push(element('span', item.reason, 'reason'));
  cell(row, event);
  cell(row, item.user || '');
  cell(row, item.project);
  cell(row, [element('span', item.fate, 'tag ' + (tags[item.fate] || 'quiet'))]);
  cell(row, item.delay === null ? '' : duration(item.delay), 'n');
  row.classList.add('new');
  rows.prepend(row);
  while (rows.rows.length > mostRows) rows.deleteRow(-1);
}

function matches(row) {
  const wanted = filter.value.trim().toLowerCase();
  return !wanted || row.textContent.toLowerCase().includes(wanted);
}

function applyFilter() {
  let shown = 0;
  for (const row of rows.rows) {
    row.hidden = !matches(row);
    if (!row.hidden) shown += 1;
  }
  const none = document.getElementById('none');
  none.hidden = shown > 0;
  if (rows.rows.length > 0) none.textContent = 'No event of the list matches the filter.';
}

function receive(part) {
  for (const fate of Object.keys(part.counts)) {
    totals[fate] += part.counts[fate];
    seconds[0] += part.counts[fate];
  }
  totals.skipped += part.skipped;
  waiting.push(...part.items);
  if (waiting.length > mostRows) {
    const surplus = waiting.length - mostRows;
    totals.skipped += surplus;
    waiting.splice(0, surplus);
  }
  for (const name of Object.keys(totals)) show(name, spaced(totals[name]));
  if (isPaused) {
    show('state', 'Paused: ' + waiting.length + ' waiting');
  } else {
    addWaiting();
  }
}

function addWaiting() {
  waiting.forEach(add);
  waiting = [];
  applyFilter();
}

function setPaused(value) {
  isPaused = value;
  pauseButton.textContent = value ? 'Continue' : 'Pause';
  pauseButton.setAttribute('aria-pressed', String(value));
  setState(value ? 'paused' : 'on', value ? 'Paused: 0 waiting' : 'Connected');
  if (!value) addWaiting();
}

function setState(name, text) {
  document.getElementById('dot').className = 'dot ' + name;
  show('state', text);
}

// The rate of the last ten seconds, and a bar for each second of the last minute.
function tick() {
  const recent = seconds.slice(0, 10).reduce((sum, count) => sum + count, 0) / 10;
  show('rate', recent < 10 ? String(Math.round(recent * 10) / 10) : spaced(Math.round(recent)));
  const pulse = document.getElementById('pulse');
  const highest = Math.max(1, ...seconds);
  pulse.replaceChildren(...seconds.map((count, index) => {
    const bar = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
    const height = Math.round(34 * count / highest);
    const place = { x: 236 - 4 * index, y: 36 - height, width: 3, height };
    for (const key of Object.keys(place)) bar.setAttribute(key, place[key]);
    return bar;
  }));
  seconds.unshift(0);
  seconds.pop();
}

function connect() {
  const stream = new EventSource(live.dataset.stream);
  stream.onopen = () => { if (!isPaused) setState('on', 'Connected'); };
  stream.onmessage = (message) => receive(JSON.parse(message.data));
  stream.onerror = () => {
    if (!isPaused) setState('off', 'Connecting again');
    // After an answer such as 503 or 401 the browser does not connect again by itself.
    if (stream.readyState === EventSource.CLOSED) setTimeout(connect, 3000);
  };
  addEventListener('pagehide', () => stream.close(), { once: true });
}

// The filter is in the address, so that a link, back and forward have it.
function readAddress() {
  filter.value = new URL(location.href).searchParams.get('filter') || '';
  applyFilter();
}

function writeAddress() {
  const address = new URL(location.href);
  if (filter.value) address.searchParams.set('filter', filter.value);
  else address.searchParams.delete('filter');
  if (address.href !== location.href) history.pushState(null, '', address);
}

filter.addEventListener('input', applyFilter);
filter.addEventListener('change', writeAddress);
document.getElementById('tools').addEventListener('submit', (event) => {
  event.preventDefault();
  writeAddress();
});
pauseButton.addEventListener('click', () => setPaused(!isPaused));
addEventListener('popstate', readAddress);
addEventListener('pageshow', (event) => { if (event.persisted) connect(); });
setState('', 'Connecting');
readAddress();
setInterval(tick, 1000);
connect();

// What was measured as a line and as a row of a table, and whether it is within the limits.

const MAX_RATIO = 4;
const MAX_LIVE_MS = 300;
const MAX_SIGN_IN_MS = 2000;
/** With a larger share of the processors taken by the host or by other programs, the longest times are theirs. */
const BUSY = 0.1;

/**
 * What others waited with and without an attack. `calmSeconds`: how long the process worked on after the attack; `busy`: the
 * share of the processors that other programs used before it.
 */
export function verdictOf(attack, build, quiet, attacked, { calmSeconds, busy = 0 }) {
  const quietSlowest = slowest(quiet);
  const attackedSlowest = slowest(attacked);
  const ratio = attackedSlowest / quietSlowest;
  const live = Math.max(...attacked.times.live);
  const signIn = attacked.times.signIn && Math.max(...attacked.times.signIn);
  // What others cost is known from the quiet intervals.
  const others = attacked.times.accept.length / quiet.times.accept.length;
  const caused = (what) => Math.max(0, attacked[what] - quiet[what] * others);
  const requests = Math.max(1, attacked.requests);
  const broken = [
    ...(ratio > MAX_RATIO ? [`more than ${MAX_RATIO} times as slow`] : []),
    ...(live > MAX_LIVE_MS ? [`/health/live above ${MAX_LIVE_MS} ms`] : []),
    ...(signIn > MAX_SIGN_IN_MS ? [`owner's sign-in above ${MAX_SIGN_IN_MS} ms`] : []),
    ...(attacked.failures.length > 0 ? [`${attacked.failures.length} failed: ${attacked.failures[0]}`] : []),
  ];
  const stolen = Math.max(quiet.stolen, attacked.stolen);
  const isBusy = stolen > BUSY || busy > BUSY;
  return {
    held: broken.length === 0,
    requests: attacked.requests,
    row: {
      attack,
      build,
      'quiet slowest trigger/list': quietSlowest.toFixed(0),
      'attacked slowest': attackedSlowest.toFixed(0),
      ratio: ratio.toFixed(1),
      live: live.toFixed(0),
      'sign-in': signIn?.toFixed(0) ?? '',
      'requests/s': (attacked.requests / attacked.seconds).toFixed(0),
      'reads/s': (caused('reads') / attacked.seconds).toFixed(0),
      'reads/request': (caused('reads') / requests).toFixed(2),
      'cpu ms/request': ((caused('processor') * 1000) / requests).toFixed(1),
      'calm after s': calmSeconds.toFixed(1),
      stolen: `${(stolen * 100).toFixed(0)} %`,
      held: `${broken.length === 0 ? 'yes' : `NO: ${broken.join('; ')}`}${isBusy ? busyNote(busy) : ''}`,
    },
  };
}

function busyNote(busy) {
  return busy > BUSY ? ` (busy machine: others use ${(busy * 100).toFixed(0)} %)` : ' (busy host)';
}

const slowest = ({ times: { accept, list } }) => Math.max(...accept, ...list);

/** Median, 99 % and longest of each kind of request. */
export function lineOf(name, { times, seconds }) {
  const shown = Object.entries(times).map(([what, values]) => `${what} ${figures(values)}`);
  return `${name.padEnd(24)} ${seconds.toFixed(1).padStart(5)} s   ${shown.join('   ')}`;
}

function figures(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0).padStart(5);
  return `${at(0.5)} / ${at(0.99)} / ${at(1)}`;
}

/** Rows with the same columns as a Markdown table. */
export function tableOf(rows) {
  const columns = Object.keys(rows[0]);
  const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => row[column].length)));
  const line = (cells) => `| ${cells.map((cell, index) => cell.padEnd(widths[index])).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return [line(columns), rule, ...rows.map((row) => line(columns.map((column) => row[column])))].join('\n');
}

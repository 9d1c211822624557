/** The middle of some numbers. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** A result with the most it may be; without one it is printed for reference. */
export function atMost(what, value, budget, unit = '', digits = 2) {
  return row(what, value, `<= ${budget}`, value <= budget, unit, digits);
}

/** A result with the least it must be. */
export function atLeast(what, value, budget, unit = '', digits = 2) {
  return row(what, value, `>= ${budget}`, value >= budget, unit, digits);
}

/** A figure that helps to read the others. */
export function reference(what, value, unit = '', digits = 0) {
  return { what, measured: `${value.toFixed(digits)} ${unit}`.trim(), budget: '', met: '' };
}

function row(what, value, budget, met, unit, digits) {
  return {
    what,
    measured: `${value.toFixed(digits)} ${unit}`.trim(),
    budget: `${budget} ${unit}`.trim(),
    met: met ? 'yes' : 'NO',
  };
}

/** The rows as a Markdown table, so that it can be pasted into a document. */
export function table(rows) {
  const head = { what: 'What', measured: 'Measured', budget: 'Budget', met: 'Met' };
  const columns = Object.keys(head);
  const widths = columns.map((column) => Math.max(...[head, ...rows].map((one) => one[column].length)));
  const line = (one) => `| ${columns.map((column, index) => one[column].padEnd(widths[index])).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** The table of sizes in docs/scaling.md: what a number of notifications a month needs. */
export const path = 'docs/scaling.md';

const PLACE = /(<!-- sizes -->\n).*?(<!-- \/sizes -->)/s;

/** Measured, embedded default, EPYC: of all processes together, store and queue included. */
const MEASURED = {
  /** Milliseconds of a core, a trigger for one recipient and a message of a broadcast. */
  single: { cpuMs: 2.6, commands: 0.47, documents: 3 },
  broadcast: { cpuMs: 1.05, commands: 0.06, documents: 2 },
  /** Kilobytes on the disk of a run and its message, with indexes. */
  kilobytes: 3.5,
};

/** Assumed: the busiest second beside the mean one, and the share of a core that is used then. */
const PEAK = 10;
const USED = 0.5;
const DAYS = 30;
const VOLUMES = [1e6, 1e7, 1e8, 1e9];

const rows = VOLUMES.map((month) => {
  const mean = month / (DAYS * 86_400);
  const peak = mean * PEAK;
  const cores = ({ cpuMs }) => Math.max(1, Math.ceil((peak * cpuMs) / 1000 / USED));
  const { single, broadcast, kilobytes } = MEASURED;
  return [
    words(month),
    rounded(mean),
    rounded(peak),
    cores(single),
    cores(broadcast),
    `${rounded(peak * single.commands)}, ${rounded(peak * broadcast.commands)}`,
    `${rounded(peak * single.documents)}, ${rounded(peak * broadcast.documents)}`,
    `${rounded((month * kilobytes) / 1e6)} GB`,
  ];
});
const HEAD = [
  'Notifications a month',
  'Mean, a second',
  `Peak, ${PEAK} times`,
  'Cores, singles',
  'Cores, broadcasts',
  'Store commands a second, both',
  'Documents written a second, both',
  `Disk of ${DAYS} days`,
];

export async function render(current) {
  const table = [HEAD, HEAD.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
  if (!PLACE.test(current)) throw new Error(`${path} lacks the comments <!-- sizes --> and <!-- /sizes -->`);
  return current.replace(PLACE, (_all, start, end) => `${start}\n${table}\n\n${end}`);
}

function rounded(number) {
  return Number(number.toPrecision(2)).toLocaleString('en');
}

function words(number) {
  return number >= 1e9 ? `${number / 1e9} billion` : `${number / 1e6} million`;
}

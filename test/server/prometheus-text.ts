/** One value of a scrape. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** What a scrape has said, and when. */
export interface Scrape {
  samples: Sample[];
  /** Types by name of the metric. */
  types: Map<string, string>;
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = `[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\[\\\\"n])*"`;
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(${LABEL}(?:,${LABEL})*)\\})? (\\S+)$`);

/** Reads the text format of Prometheus, and fails for each line that it does not allow. */
export function parseMetrics(text: string): Scrape {
  if (!text.endsWith('\n')) throw new Error('The last line does not end');
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  const seen = new Set<string>();
  for (const line of text.slice(0, -1).split('\n')) {
    const type = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram)$`).exec(line);
    if (type) {
      if (types.has(type[1]!)) throw new Error(`A second type of ${type[1]}`);
      types.set(type[1]!, type[2]!);
      continue;
    }
    if (new RegExp(`^# HELP ${NAME} \\S.*$`).test(line)) continue;
    const found = SAMPLE.exec(line);
    const value = found?.[3] === '+Inf' ? Infinity : Number(found?.[3]);
    if (!found || Number.isNaN(value)) throw new Error(`Not a sample: ${line}`);
    const [, name = '', labels = ''] = found;
    if (seen.has(`${name}{${labels}`)) throw new Error(`Twice: ${line}`);
    seen.add(`${name}{${labels}`);
    const family = name.replace(/_(bucket|sum|count)$/, '');
    if (!types.has(name) && types.get(family) !== 'histogram') throw new Error(`Without a type: ${line}`);
    samples.push({ name, labels: Object.fromEntries(labelsIn(labels)), value });
  }
  return { samples, types };
}

function labelsIn(text: string): [string, string][] {
  return [...text.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"/g)].map(([, name, value]) => [name!, value!]);
}

const ALERT = new RegExp(
  `^(?:max|sum)? ?(?:by \\([a-z, ]+\\) )?\\(?(?:(increase|rate)\\()?(${NAME})(?:\\{([^}]*)\\})?(?:\\[\\w+\\]\\))?\\)? > ([\\d.]+)$`,
);
const QUANTILE = new RegExp(
  `^histogram_quantile\\(([\\d.]+), sum by \\(le\\) \\(rate\\((${NAME})_bucket\\[\\w+\\]\\)\\)\\) > ([\\d.]+)$`,
);

/** Whether the expression of a rule is true, where these are the only two scrapes of its time, so many seconds apart. */
export function isTrue(expression: string, before: Scrape, after: Scrape, seconds: number): boolean {
  const quantile = QUANTILE.exec(expression);
  if (quantile) {
    const [, share = '', name = '', limit = ''] = quantile;
    const grown = (le?: string) =>
      sumOf(after, `${name}_bucket`, `le="${le}"`) - sumOf(before, `${name}_bucket`, `le="${le}"`);
    return grown('+Inf') > 0 && grown(limit) / grown('+Inf') < Number(share);
  }
  const [, change, name = '', labels = '', limit = ''] = ALERT.exec(expression) ?? [];
  if (name === '') throw new Error(`Not understood: ${expression}`);
  if (change === undefined) return matching(after, name, labels).some(({ value }) => value > Number(limit));
  const grown = sumOf(after, name, labels) - sumOf(before, name, labels);
  return (change === 'rate' ? grown / seconds : grown) > Number(limit);
}

function sumOf(scrape: Scrape, name: string, labels: string): number {
  return matching(scrape, name, labels).reduce((sum, { value }) => sum + value, 0);
}

function matching({ samples }: Scrape, name: string, labels: string): Sample[] {
  const wanted = labelsIn(labels);
  return samples.filter((one) => one.name === name && wanted.every(([label, value]) => one.labels[label] === value));
}

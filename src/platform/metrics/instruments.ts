/** Values of labels, one for each name. They come from fixed sets, never from people or their data. */
export type Labels<Name extends string> = Readonly<Record<Name, string>>;

interface Description<Name extends string> {
  /** Of the metric, with the unit and, for counters, `_total` at its end. */
  name: string;
  /** Its meaning in one sentence, for those who read `/metrics`. */
  help: string;
  labels?: readonly Name[];
}

/** Parts of one metric: a value for each combination of labels that has occurred. */
abstract class Instrument<Name extends string, Value> {
  protected readonly values = new Map<string, Value>();

  protected constructor(
    readonly description: Description<Name>,
    private readonly type: 'counter' | 'gauge' | 'histogram',
  ) {}

  /** The metric in the text format of Prometheus. */
  text(): string {
    const { name, help } = this.description;
    const lines = [...this.values].flatMap(([labels, value]) => this.samples(labels, value));
    return [`# HELP ${name} ${help}`, `# TYPE ${name} ${this.type}`, ...lines, ''].join('\n');
  }

  protected abstract samples(labels: string, value: Value): string[];

  /** Labels as they are written: `type="email",reason="delivered"`. */
  protected keyOf(labels: Labels<Name>): string {
    return (this.description.labels ?? []).map((label) => `${label}="${escaped(labels[label])}"`).join(',');
  }
}

/** A number that only grows. It begins at zero with each process. */
export class Counter<Name extends string = never> extends Instrument<Name, number> {
  constructor(description: Description<Name>) {
    super(description, 'counter');
    if (!description.labels) this.values.set('', 0);
  }

  add(labels: Labels<Name>, by = 1): void {
    const key = this.keyOf(labels);
    this.values.set(key, (this.values.get(key) ?? 0) + by);
  }

  protected samples(labels: string, value: number): string[] {
    return [sample(this.description.name, labels, value)];
  }
}

/** A number as it is now. */
export class Gauge<Name extends string = never> extends Instrument<Name, number> {
  constructor(description: Description<Name>) {
    super(description, 'gauge');
  }

  set(labels: Labels<Name>, value: number): void {
    this.values.set(this.keyOf(labels), value);
  }

  /** Forgets all values, before those that exist now are set. */
  clear(): void {
    this.values.clear();
  }

  protected samples(labels: string, value: number): string[] {
    return [sample(this.description.name, labels, value)];
  }
}

interface Distribution {
  /** Observations by the first bucket that they fit into; the last is for those above all limits. */
  counts: number[];
  sum: number;
}

/** How many observations were at most so large. */
export class Histogram<Name extends string = never> extends Instrument<Name, Distribution> {
  /** `limits`: ascending, in the unit of the metric. */
  constructor(
    description: Description<Name>,
    private readonly limits: readonly number[],
  ) {
    super(description, 'histogram');
  }

  observe(labels: Labels<Name>, value: number): void {
    const key = this.keyOf(labels);
    let found = this.values.get(key);
    if (!found) {
      found = { counts: Array.from({ length: this.limits.length + 1 }, () => 0), sum: 0 };
      this.values.set(key, found);
    }
    const index = this.limits.findIndex((limit) => value <= limit);
    found.counts[index < 0 ? this.limits.length : index]! += 1;
    found.sum += value;
  }

  protected samples(labels: string, { counts, sum }: Distribution): string[] {
    const { name } = this.description;
    let total = 0;
    const buckets = counts.map((count, index) => {
      total += count;
      const limit = index < this.limits.length ? String(this.limits[index]) : '+Inf';
      return sample(`${name}_bucket`, joined(labels, `le="${limit}"`), total);
    });
    return [...buckets, sample(`${name}_sum`, labels, sum), sample(`${name}_count`, labels, total)];
  }
}

function sample(name: string, labels: string, value: number): string {
  return `${name}${labels && `{${labels}}`} ${Number.isFinite(value) ? value : '+Inf'}`;
}

function joined(labels: string, more: string): string {
  return labels === '' ? more : `${labels},${more}`;
}

function escaped(value: string): string {
  // Nearly all have nothing to escape.
  return !/[\\"\n]/.test(value) ? value : value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

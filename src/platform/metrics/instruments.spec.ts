import { Counter, Gauge, Histogram } from './instruments.js';

describe('the text of metrics', () => {
  it('has a counter without labels from the beginning, and others once they are counted', () => {
    const plain = new Counter({ name: 'plain_total', help: 'Plain.' });
    expect(plain.text()).toBe('# HELP plain_total Plain.\n# TYPE plain_total counter\nplain_total 0\n');
    const labelled = new Counter({ name: 'labelled_total', help: 'Labelled.', labels: ['one', 'two'] });
    expect(labelled.text()).toBe('# HELP labelled_total Labelled.\n# TYPE labelled_total counter\n');
    labelled.add({ two: 'b', one: 'a' });
    labelled.add({ one: 'a', two: 'b' }, 2);
    labelled.add({ one: 'a', two: 'c' }, 0);
    expect(labelled.text()).toContain('labelled_total{one="a",two="b"} 3\nlabelled_total{one="a",two="c"} 0\n');
  });

  it('escapes values of labels', () => {
    const gauge = new Gauge({ name: 'gauge', help: 'Gauge.', labels: ['text'] });
    gauge.set({ text: 'a "quoted"\\ line\nbreak' }, 1.5);
    expect(gauge.text()).toContain('gauge{text="a \\"quoted\\"\\\\ line\\nbreak"} 1.5\n');
    gauge.clear();
    expect(gauge.text()).not.toContain('gauge{');
  });

  it('counts observations in every bucket that they fit into', () => {
    const histogram = new Histogram({ name: 'seconds', help: 'Time.', labels: ['of'] }, [0.1, 1]);
    for (const value of [0.1, 0.5, 3]) histogram.observe({ of: 'x' }, value);
    expect(histogram.text().split('\n').slice(2, -1)).toEqual([
      'seconds_bucket{of="x",le="0.1"} 1',
      'seconds_bucket{of="x",le="1"} 2',
      'seconds_bucket{of="x",le="+Inf"} 3',
      'seconds_sum{of="x"} 3.6',
      'seconds_count{of="x"} 3',
    ]);
  });
});

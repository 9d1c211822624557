import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

/** A line of a chart. */
export interface Line {
  name: string;
  /** A colour of CSS. */
  color: string;
  values: readonly (number | null)[];
}

interface LineChartProps {
  /** What it shows, with its sums: for screen readers. */
  label: string;
  times: readonly string[];
  lines: readonly Line[];
  /** The text of a value. */
  format: (value: number) => string;
}

const HEIGHT = 190;

/** Lines over time. It has no legend: the numbers beside it have the same colours. */
// oxlint-disable-next-line import/no-default-export -- loaded when it is first shown
export default function LineChart({ label, times, lines, format }: LineChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme();
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    // Canvas knows no variables of CSS.
    const colorOf = (color: string) => {
      element.style.color = color;
      return getComputedStyle(element).color;
    };
    const colors = lines.map(({ color }) => colorOf(color));
    const text = colorOf('var(--mantine-color-dimmed)');
    const grid = { stroke: colorOf('var(--line)'), width: 1 };
    const axis: uPlot.Axis = { stroke: text, grid, ticks: grid, font: '12px system-ui' };
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { drag: { x: false, y: false } },
        scales: { y: { range: (_, _min, max) => [0, Math.max(max, 1) * 1.05] } },
        axes: [axis, { ...axis, size: 72, values: (_, values) => values.map((value) => format(value)) }],
        series: [
          {},
          ...lines.map(({ name }, index): uPlot.Series => ({
            label: name,
            stroke: colors[index],
            width: 2,
            points: { show: true, size: 5 },
          })),
        ],
      },
      [times.map((time) => Date.parse(time) / 1000), ...lines.map(({ values }) => [...values])],
      element,
    );
    const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [times, lines, format, scheme]);
  return <div ref={frame} role="img" aria-label={label} style={{ height: HEIGHT, minWidth: 0, overflow: 'hidden' }} />;
}

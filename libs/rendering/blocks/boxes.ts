import { type Attributes, choiceOf, colourOf, numberOf, sidesOf, textOf } from './attributes.js';
import type { NodeWriter, Surroundings } from './compilation.js';
import type { BlockNode } from './document.js';
import { expressionOf } from './expressions.js';
import { FRAME_END, frame, tag } from './markup.js';
import { textStyles, THEME } from './theme.js';

type Writer = NodeWriter<Surroundings>;

/** Heights of spacers in words. */
const HEIGHTS: Readonly<Record<string, number>> = { sm: 8, md: 16, lg: 32, xl: 64 };

/** Writes what holds other blocks, stands between them, or decides how often they are shown. */
export const BOXES: Readonly<Record<string, Writer>> = {
  section: (node, around, out) => {
    const { attrs } = node;
    out.write('\n');
    const align = choiceOf(attrs['align'], 'left', 'center', 'right');
    const border = numberOf(attrs['borderWidth'], 1, 20);
    const cell = {
      'background-color': colourOf(attrs['backgroundColor'], around.look.background),
      'border-radius': `${numberOf(attrs['borderRadius'], 0, 100)}px`,
      border: border === 0 ? undefined : `${border}px solid ${colourOf(attrs['borderColor'], '#000000')}`,
      padding: sidesOf(attrs, 'padding', [5, 5, 5, 5]),
    };
    const margin = sidesOf(attrs, 'margin', [0, 0, 0, 0]);
    const hasMargin = margin !== '0px 0px 0px 0px';
    if (hasMargin) out.write(frame({ width: '100%' }, { width: '100%' }, {}, { padding: margin }));
    out.write(
      frame({ width: '100%' }, { width: '100%', 'border-collapse': 'separate' }, { align, valign: 'top' }, cell),
    );
    out.nodes(node.content, { ...around, parent: 'section', align });
    out.write(FRAME_END);
    if (hasMargin) out.write(FRAME_END);
  },

  columns: (node, around, out) => {
    const columns = node.content.filter(({ type }) => type === 'column');
    const widths = columnWidths(columns);
    const gap = numberOf(node.attrs['gap'], 8, 100);
    const aligns = columns.map(({ attrs }) => choiceOf(attrs['verticalAlign'], 'top', 'middle', 'bottom'));
    out.write('\n');
    // Columns stand side by side while they have room, and below each other in narrow windows. They use no media queries,
    // which many clients do not know. Outlook for Windows knows nothing but tables.
    out.write(
      frame({ width: '100%' }, { width: '100%' }, {}, { 'font-size': '0', 'text-align': 'left' }),
      '<!--[if mso]><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><![endif]-->',
    );
    columns.forEach((column, index) => {
      const width = widths[index] ?? 100;
      const styles = {
        display: 'inline-block',
        // Boxes in a line are only centred if all of them are.
        'vertical-align': aligns.find((align) => align !== 'top') ?? 'top',
        'box-sizing': 'border-box',
        'min-width': `${width}%`,
        'max-width': '100%',
        // The value is huge on a narrow screen, and negative on a wide one, where the minimum counts.
        width: 'calc((440px - 100%)*440)',
        // The gap is at the right and below, where it does no harm to columns below each other.
        padding: index === columns.length - 1 ? '0' : `0 ${gap}px ${gap}px 0`,
        ...textStyles(around.look),
      };
      out.write(
        `\n<!--[if mso]><td width="${width}%" valign="${aligns[index] ?? 'top'}"><![endif]-->`,
        tag('div', {}, styles),
      );
      out.nodes(column.content, { ...around, parent: 'column' });
      out.write('</div><!--[if mso]></td><![endif]-->');
    });
    out.write('<!--[if mso]></tr></table><![endif]-->', FRAME_END);
    const others = node.content.filter(({ type }) => type !== 'column');
    if (others.length > 0) {
      out.warn(node, 'columns hold nothing but columns; the rest is shown below them');
      out.nodes(others, around);
    }
  },

  repeat: (node, around, out) => repeated(node, around, out),
  for: (node, around, out) => repeated(node, around, out),

  show: (node, around, out) => {
    const condition = expressionOf(textOf(node.attrs['when']), around.loops);
    if (condition !== '') out.write(`{% if ${condition} | shown %}`);
    out.nodes(node.content, { ...around, parent: 'show' });
    if (condition !== '') out.write('{% endif %}');
  },

  horizontalRule: (_node, around, out) => {
    out.write('\n');
    const space = around.noSpaceBelow ? '32px 0 0' : '32px 0';
    out.write(
      frame({ width: '100%' }, { width: '100%' }, {}, { padding: space, 'font-size': '0', 'line-height': '0' }),
      tag('hr', {}, { border: '0', 'border-top': `1px solid ${THEME.line}`, margin: '0', width: '100%' }),
      FRAME_END,
    );
  },

  spacer: ({ attrs: { height } }, _around, out) => {
    const pixels = HEIGHTS[textOf(height)] ?? numberOf(height, 8, 500);
    out.write('\n');
    const cell = { height: `${pixels}px`, 'font-size': '0', 'line-height': `${pixels}px` };
    out.write(frame({ width: '100%' }, {}, { height: `${pixels}` }, cell), '&nbsp;', FRAME_END);
  },

  // A document inside of another one, as pasting makes them.
  doc: (node, around, out) => out.nodes(node.content, around),
};

const repeated: Writer = (node, around, out) => {
  out.write('\n');
  out.repeat(node, around.loops, (loops) => out.nodes(node.content, { ...around, loops, parent: 'repeat' }));
};

/** Widths in percent: those that are stated, the rest shared by the others. */
function columnWidths(columns: readonly BlockNode[]): number[] {
  const stated = columns.map(({ attrs }) => statedWidth(attrs));
  const used = stated.reduce((sum, width) => sum + width, 0);
  const open = stated.filter((width) => width === 0).length;
  const share = open === 0 ? 0 : Math.max(100 - used, 10) / open;
  const scale = 100 / Math.max(100, used + open * share);
  // Rounded down: columns that are wider than the row together do not fit into it.
  return stated.map((width) => Math.floor((width || share) * scale * 100) / 100);
}

function statedWidth({ width }: Attributes): number {
  return numberOf(typeof width === 'string' ? width.replace('%', '') : width, 0, 100);
}

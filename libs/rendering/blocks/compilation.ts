import type { BlockNode } from './document.js';
import { ENTRY, expressionOf, listOf, listPath, type Loops, outerEntry } from './expressions.js';
import { numberOf, textOf } from './attributes.js';
import type { Look } from './look.js';

/** Where a node is: what it needs to know of the nodes around it. */
export interface Surroundings {
  loops: Loops;
  /** How blocks look that do not say it themselves. */
  look: Look;
  /** Type of the node around it. */
  parent: string;
  /** Nothing follows in a node that has its own space around it, or a spacer does. */
  noSpaceBelow: boolean;
  /** How texts without an alignment of their own are aligned. */
  align: 'left' | 'center' | 'right';
}

/** Nodes with their own space around their content. */
const FRAMED: ReadonlySet<string> = new Set(['section', 'column', 'repeat', 'for', 'show', 'listItem', 'blockquote']);

/** Warnings about one document; more would not help its author. */
const MAX_WARNINGS = 10;

/** Something in a document that has no effect, and where. */
export interface BlockWarning {
  path: string;
  message: string;
}

/** Where the text of a node begins in a template. */
export interface BlockPlace {
  at: number;
  path: string;
}

/** Writes one kind of node. */
export type NodeWriter<Around extends Pick<Surroundings, 'loops'>> = (
  node: BlockNode,
  around: Around,
  out: Compilation<Around>,
) => void;

/** A template that is being written, node by node. Which kinds of nodes there are, and what they look like, is given. */
export class Compilation<Around extends Pick<Surroundings, 'loops'>> {
  readonly warnings: BlockWarning[] = [];
  /** Where in the template the text of a node begins, in order. */
  readonly places: BlockPlace[] = [];
  private readonly parts: string[] = [];
  private length = 0;

  constructor(
    private readonly writers: Readonly<Record<string, NodeWriter<Around>>>,
    /** Whether the template is only analysed: the entries of lists are written as `payload.items["*"]`, without loops. */
    private readonly isAnalysis: boolean,
    private readonly below: (node: BlockNode, index: number, siblings: readonly BlockNode[], around: Around) => Around,
  ) {}

  /** The template so far. */
  get template(): string {
    return this.parts.join('');
  }

  write(...parts: string[]): void {
    for (const part of parts) this.length += part.length;
    this.parts.push(...parts);
  }

  warn({ path }: Pick<BlockNode, 'path'>, message: string): void {
    if (this.warnings.length < MAX_WARNINGS) this.warnings.push({ path, message });
  }

  /** Writes nodes, each under its condition. */
  nodes(siblings: readonly BlockNode[], around: Around): void {
    const before = this.places.at(-1)?.path ?? '';
    siblings.forEach((node, index) => {
      this.places.push({ at: this.length, path: node.path });
      this.node(node, this.below(node, index, siblings, around));
    });
    this.places.push({ at: this.length, path: before });
  }

  private node(node: BlockNode, around: Around): void {
    const condition = expressionOf(textOf(node.attrs['showIfKey']), around.loops);
    if (condition !== '') this.write(`{% if ${condition} | shown %}`);
    const writer = Object.hasOwn(this.writers, node.type) ? this.writers[node.type] : undefined;
    if (writer) writer(node, around, this);
    else this.unknown(node, around);
    if (condition !== '') this.write('{% endif %}');
  }

  private unknown(node: BlockNode, around: Around): void {
    this.warn(node, `'${node.type.slice(0, 40)}' is unknown here; what is in it is shown without it`);
    this.nodes(node.content, around);
  }

  /** Writes something once for each entry of the list that a node repeats over. */
  repeat({ attrs, path }: BlockNode, loops: Loops, body: (loops: Loops) => void): void {
    const list = listOf(textOf(attrs['each']), loops);
    if (list === '') {
      this.warn({ path }, 'names no list to repeat over; it is shown once');
      return body(loops);
    }
    const each = listPath(textOf(attrs['each']), loops);
    if (this.isAnalysis) {
      const entry = `${list.split('|')[0]?.trim() ?? ''}["*"]`;
      body([...loops, { each, entry }]);
      return this.write(`{{ ${entry} }}`);
    }
    const level = loops.length;
    const name = list.includes('|') ? `list${level}` : list;
    if (name !== list) this.write(`{% assign ${name} = ${list} %}`);
    if (level > 0) this.write(`{% assign ${outerEntry(level - 1)} = ${ENTRY} %}`);
    const most = Math.floor(numberOf(attrs['iterations'], 0, 10_000));
    this.write(`{% for ${ENTRY} in ${name}${most > 0 ? ` limit: ${most}` : ''} %}`);
    body([...loops, { each }]);
    this.write('{% endfor %}');
  }
}

/** The surroundings of one of the nodes that stand after each other. */
export function surroundingsOf(
  _node: BlockNode,
  index: number,
  siblings: readonly BlockNode[],
  around: Surroundings,
): Surroundings {
  const next = siblings[index + 1];
  const isLast = next === undefined && FRAMED.has(around.parent);
  return { ...around, noSpaceBelow: isLast || next?.type === 'spacer' };
}

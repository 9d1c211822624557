import { Extension } from '@tiptap/core';
import type { Node as ProseNode } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import type { Members } from './members';
import { sampleOf } from './variables';

/** What the preview has for the variables of a document, its texts in the language of the preview under `t`. */
export const SAMPLES = new PluginKey<unknown>('samples');

const TEXT = /\{\{\s*(t\.[^{}|]+?)\s*\}\}/g;
const OUTPUT = /\{\{-?\s*([^{}|]*?)\s*(?:\|[^{}]*)?-?\}\}/g;
const ELSE = /\{%-?\s*else\b[\s\S]*?(?=\{%-?\s*endif)/g;
const TAG = /\{%[\s\S]*?%\}/g;

/** The words that a key of translations stands for, with samples for the variables in them; undefined for a missing text. */
export function wordsOf(key: string, samples: unknown): string | undefined {
  const text = sampleOf(samples, key);
  if (text === undefined || text === '') return undefined;
  return text
    .replace(ELSE, '')
    .replace(TAG, '')
    .replace(OUTPUT, (_all, path: string) => sampleOf(samples, path) ?? path);
}

/** Shows what translated texts say. Where the cursor is, it shows their keys, which may be changed. */
export const ShownTexts = Extension.create({
  name: 'shownTexts',

  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin({
        key: SAMPLES,
        state: {
          init: () => undefined as unknown,
          apply: (tr, samples) => tr.getMeta(SAMPLES) ?? samples,
        },
        props: {
          decorations(state) {
            const samples = SAMPLES.getState(state);
            if (samples === undefined) return null;
            const { from, to } = state.selection;
            const touches = (start: number, end: number) => editor.isFocused && from <= end && to >= start;
            const found: Decoration[] = [];
            state.doc.descendants((node, pos) => {
              if (node.isText) found.push(...inText(node.text ?? '', pos, samples, touches));
              else found.push(...inButton(node, pos, samples));
            });
            return DecorationSet.create(state.doc, found);
          },
        },
      }),
    ];
  },
});

function inText(
  text: string,
  pos: number,
  samples: unknown,
  touches: (start: number, end: number) => boolean,
): Decoration[] {
  return [...text.matchAll(TEXT)].flatMap(({ 0: output, 1: key, index }) => {
    const [start, end] = [pos + index, pos + index + output.length];
    const words = wordsOf(key!, samples);
    if (words === undefined || touches(start, end)) return [];
    return [
      Decoration.inline(start, end, { 'data-replaced': '' }),
      // Behind it, so that the end of the words is the end of the key.
      Decoration.widget(end, () => chip(words, key!), { key: `${key} ${words}`, side: -1 }),
    ];
  });
}

function chip(words: string, key: string): HTMLElement {
  const element = document.createElement('span');
  element.dataset['words'] = '';
  element.title = key;
  element.textContent = words;
  return element;
}

/** The label of a button is not a text of the document: the style of the page puts the words in its place. */
function inButton(node: ProseNode, pos: number, samples: unknown): Decoration[] {
  const { text } = (node.attrs['own'] ?? {}) as Members;
  if (node.type.name !== 'button' || typeof text !== 'string') return [];
  const key = new RegExp(`^${TEXT.source}$`).exec(text.trim())?.[1];
  const words = key === undefined ? undefined : wordsOf(key, samples);
  if (words === undefined) return [];
  const style = `--words: ${JSON.stringify(words.replace(/\s+/g, ' '))}`;
  return [Decoration.node(pos, pos + node.nodeSize, { 'data-worded': '', style })];
}

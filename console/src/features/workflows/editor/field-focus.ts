import type { Editor } from '@tiptap/core';
import { type RefObject, useEffect } from 'react';

/** A field that a finding or an issue leads to. */
export interface FieldGoal {
  /** Undefined for a field of the settings. */
  stepId?: string;
  /** Path of the control; undefined for the step as a whole. */
  field?: string;
  /** Place of a block in the document of the field, such as `content.2`. */
  path?: string;
  /** Changes each time, so that the same field can be asked for again. */
  times: number;
}

/** The text of an editor, behind its toolbar. */
const EDITABLE = '[contenteditable=true]';
const FOCUSABLE =
  'input:not([type=hidden], :disabled), textarea:not(:disabled), select:not(:disabled), button:not(:disabled)';

/** How long an editor whose script is still loading is waited for. */
const PATIENCE_MS = 10_000;

/** Goals that were reached once. */
const reached = new WeakSet<FieldGoal>();

/** Brings a field into view, marks it until it is left, and puts the cursor into it. */
export function useFieldFocus(within: RefObject<HTMLElement | null>, goal: FieldGoal | undefined): void {
  useEffect(() => {
    const place = within.current;
    // A form that is drawn anew, after a save, does not move the cursor again.
    if (!goal || !place || reached.has(goal)) return undefined;
    const stop = new AbortController();
    const go = () => {
      const isThere = reach(place, goal, stop);
      if (isThere) reached.add(goal);
      return isThere;
    };
    if (go()) return () => stop.abort();
    // Editors come later than the rest of the form.
    const observer = new MutationObserver(() => go() && observer.disconnect());
    observer.observe(place, { childList: true, subtree: true, attributes: true, attributeFilter: ['contenteditable'] });
    const timer = setTimeout(() => observer.disconnect(), PATIENCE_MS);
    return () => {
      stop.abort();
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [within, goal]);
}

function reach(place: HTMLElement, { field, path }: FieldGoal, { signal }: AbortController): boolean {
  const target = (field === undefined ? undefined : fieldIn(place, field)) ?? place;
  const isInput = target === place || target.matches(FOCUSABLE);
  const input = isInput
    ? target
    : (target.querySelector<HTMLElement>(EDITABLE) ?? target.querySelector<HTMLElement>(FOCUSABLE));
  const isLoading = target.querySelector('[aria-busy=true]') !== null;
  if (isLoading || !input) return false;
  target.dataset['marked'] = 'true';
  signal.addEventListener('abort', () => delete target.dataset['marked']);
  target.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      if (!target.contains(relatedTarget as Node | null)) delete target.dataset['marked'];
    },
    { signal },
  );
  target.scrollIntoView({ block: 'center' });
  input.focus({ preventScroll: true });
  const block = /^content\.(\d+)/.exec(path ?? '')?.[1];
  if (block !== undefined) selectBlock(target, Number(block));
  return true;
}

/** The field of a path, or of the nearest group that has one: `primaryAction` for `primaryAction.redirect.url`. */
function fieldIn(place: HTMLElement, field: string): HTMLElement | undefined {
  const names = field.split('.');
  for (let length = names.length; length > 0; length -= 1) {
    const path = CSS.escape(names.slice(0, length).join('.'));
    const found = place.querySelector<HTMLElement>(`[data-field="${path}"]`);
    if (found) return found;
  }
  return undefined;
}

/** Selects a block of the document, which opens it in the inspector. */
function selectBlock(target: HTMLElement, index: number): void {
  const { editor } = target.querySelector<HTMLElement & { editor?: Editor }>('.ProseMirror') ?? {};
  if (!editor || index >= editor.state.doc.childCount) return;
  let position = 0;
  for (let before = 0; before < index; before += 1) position += editor.state.doc.child(before).nodeSize;
  editor.commands.setNodeSelection(position);
  editor.commands.scrollIntoView();
}

import { acceptCompletion, autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { json } from '@codemirror/lang-json';
import { liquid } from '@codemirror/lang-liquid';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import { pageNonce } from '../theme';
import classes from './code-mirror.module.css';
import { variableOptions, type VariableSchema } from './variable-options';

/** A text that is edited. */
export interface EditorProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** `html` and `text` are templates. */
  language: 'html' | 'text' | 'json';
  /** Enter does nothing. */
  singleLine?: boolean;
  readOnly?: boolean;
  /** The variables that are suggested while typing a template. */
  variables?: VariableSchema;
}

interface CodeMirrorProps extends EditorProps {
  describedBy: string;
  isWrong: boolean;
}

const COLORS = HighlightStyle.define([
  { tag: [tags.keyword, tags.tagName, tags.processingInstruction], color: 'light-dark(#4338ca, #a5b4fc)' },
  { tag: [tags.string, tags.attributeValue], color: 'light-dark(#0b6b4f, #7fd1b0)' },
  {
    tag: [tags.variableName, tags.propertyName, tags.number, tags.bool, tags.attributeName],
    color: 'light-dark(#9a3b00, #ffb68a)',
  },
  { tag: [tags.comment, tags.angleBracket, tags.brace], color: 'var(--mantine-color-dimmed)' },
]);

/** By which texts the editor is described. */
const DESCRIPTION = new Compartment();

/** The text was set from outside, so no change is reported. */
const FROM_OUTSIDE = Annotation.define<boolean>();

/** One editor. Tab leaves it, except while it accepts a suggestion. */
// oxlint-disable-next-line import/no-default-export -- loaded when the first editor is shown
export default function CodeMirror(props: CodeMirrorProps) {
  const { label, describedBy, isWrong, value, language, singleLine = false, readOnly = false } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const editor = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          EditorView.cspNonce.of(pageNonce()),
          history(),
          closeBrackets(),
          autocompletion({ icons: false, interactionDelay: 0 }),
          keymap.of([
            { key: 'Tab', run: acceptCompletion },
            ...completionKeymap,
            ...historyKeymap,
            ...(singleLine ? [] : defaultKeymap),
          ]),
          languageOf(language, () => latest.current.variables),
          syntaxHighlighting(COLORS),
          singleLine ? onOneLine : EditorView.lineWrapping,
          EditorState.readOnly.of(readOnly),
          EditorView.contentAttributes.of({
            'aria-label': label,
            'aria-multiline': String(!singleLine),
            ...(readOnly && { 'aria-readonly': 'true' }),
          }),
          DESCRIPTION.of(describedAs(latest.current.describedBy)),
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            const isOwn = !transactions.some((one) => one.annotation(FROM_OUTSIDE));
            if (docChanged && isOwn) latest.current.onChange(state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [label, language, singleLine, readOnly]);
  // An error that comes while one types must not take the place where one types.
  useEffect(() => {
    view.current?.dispatch({ effects: DESCRIPTION.reconfigure(describedAs(describedBy)) });
  }, [describedBy]);
  useEffect(() => {
    const { current: editor } = view;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: value },
      annotations: FROM_OUTSIDE.of(true),
    });
  }, [value]);
  return (
    <div
      ref={host}
      className={classes.editor}
      data-lines={singleLine ? 'one' : undefined}
      data-wrong={isWrong || undefined}
    />
  );
}

function describedAs(ids: string): Extension {
  return EditorView.contentAttributes.of(ids ? { 'aria-describedby': ids } : {});
}

/** Pasted line breaks become spaces. */
const onOneLine: Extension = EditorState.transactionFilter.of((transaction) => {
  if (transaction.newDoc.lines === 1) return transaction;
  const text = transaction.newDoc.toString().replaceAll(/\s*\n\s*/g, ' ');
  return [{ changes: { from: 0, to: transaction.startState.doc.length, insert: text } }];
});

function languageOf(language: EditorProps['language'], variables: () => VariableSchema | undefined): Extension {
  if (language === 'json') return json();
  const completion = { properties: (path: readonly string[]) => variableOptions(variables(), path) };
  const names = ['subscriber', 'payload', 'steps', 'env', 't', 'actor', 'context', 'tenant', 'workflow'];
  return liquid({
    ...completion,
    variables: names.map((label) => ({ label, type: 'variable' })),
    ...(language === 'html' && { base: html() }),
  });
}

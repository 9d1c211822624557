import { useQuery } from '@tanstack/react-query';
import type { Node as ProseNode } from '@tiptap/pm/model';
import { Selection } from '@tiptap/pm/state';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import type { VariableSchema } from '../../ui/variable-options';
import { brandRead } from '../brand/brand-read';
import { type Brand, fieldsOf, lookOf } from '../brand/reads';
import { BubbleMenu } from './bubble-menu';
import { DragHandle } from './drag-handle';
import classes from './editor.module.css';
import paper from './paper.module.css';
import { Inspector } from './inspector';
import { toDocument, toEditor } from './model/document';
import type { EditorNode, Members } from './model/members';
import { SCHEMA } from './model/schema';
import { SAMPLES, ShownTexts } from './model/shown-texts';
import { Typing } from './model/typing';
import { cleanHtml } from './paste';
import { type PendingPaste, pendingOf } from './paste-pictures';
import { PastedPictures } from './pasted-pictures';
import { Suggestions } from './suggestions';
import { Toolbar } from './toolbar';

/** A document that is edited. */
export interface BlocksProps {
  label: string;
  /** The JSON text of a document of blocks. */
  value: string;
  onChange: (text: string) => void;
  readOnly?: boolean;
  variables?: VariableSchema;
  /** Values of the preview, by variable. */
  samples?: unknown;
  /** Whether it becomes a chat message, which knows fewer blocks. */
  inChat?: boolean;
}

interface BlockEditorProps extends BlocksProps {
  describedBy: string;
  isWrong: boolean;
}

const EXTENSIONS = [...SCHEMA, Typing, ShownTexts];

/** A page that looks like the email, with the settings of the chosen block beside it. */
// oxlint-disable-next-line import/no-default-export -- loaded when the first document is shown
export default function BlockEditor(props: BlockEditorProps) {
  const { label, value, readOnly = false, inChat = false, samples, describedBy, isWrong } = props;
  const page = useRef<HTMLDivElement>(null);
  const keys = useRef<(event: KeyboardEvent) => boolean>(null);
  const openLink = useRef<() => boolean>(null);
  const latest = useRef(props);
  const [paste, setPaste] = useState<PendingPaste>();
  useEffect(() => {
    latest.current = props;
  });
  // What was opened, so that undoing all of it leads back to the same text.
  const opened = useRef<{ text: string; doc: ProseNode }>(null);
  const attributes = {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    class: paper.paper!,
    ...(readOnly && { 'aria-readonly': 'true' }),
  };
  const editor = useEditor(
    {
      extensions: EXTENSIONS,
      content: toEditor(JSON.parse(value) as Members),
      editable: !readOnly,
      injectCSS: false,
      shouldRerenderOnTransaction: false,
      editorProps: {
        attributes,
        transformPastedHTML: cleanHtml,
        handlePaste: (_view, { clipboardData }) => {
          const pending = pendingOf(clipboardData);
          setPaste(pending);
          return pending !== undefined;
        },
        handleDrop: (view, event, _slice, isMoved) => {
          const pending = isMoved ? undefined : pendingOf(event.dataTransfer);
          if (!pending) return false;
          const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? view.state.selection.to;
          view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(at))));
          event.preventDefault();
          setPaste(pending);
          return true;
        },
        handleKeyDown: (_view, event) => {
          if (keys.current?.(event)) return true;
          const asksForLink = event.key === 'k' && (event.ctrlKey || event.metaKey);
          // Without a chosen text it is the command palette of the console.
          if (!asksForLink || !openLink.current?.()) return false;
          event.stopPropagation();
          return true;
        },
      },
      onCreate: ({ editor: made }) => {
        opened.current = { text: latest.current.value, doc: made.state.doc };
      },
      onUpdate: ({ editor: { state } }) => {
        const { current: first } = opened;
        const isAsOpened = first?.doc.eq(state.doc);
        latest.current.onChange(
          isAsOpened ? first!.text : JSON.stringify(toDocument(state.doc.toJSON() as EditorNode)),
        );
      },
    },
    [label, readOnly],
  );
  useEffect(() => {
    // Another label makes another editor, which is known at the next rendering.
    if (editor.isDestroyed) return;
    const states = { 'aria-describedby': describedBy, 'aria-invalid': isWrong ? 'true' : '' };
    for (const [name, state] of Object.entries(states)) {
      if (state === '') editor.view.dom.removeAttribute(name);
      else editor.view.dom.setAttribute(name, state);
    }
  }, [editor, describedBy, isWrong]);
  useEffect(() => {
    if (samples === undefined || editor.isDestroyed) return;
    editor.view.dispatch(editor.state.tr.setMeta(SAMPLES, samples).setMeta('addToHistory', false));
  }, [editor, samples]);
  return (
    <div className={classes.editor} data-wrong={isWrong || undefined}>
      <Parts editor={editor} {...props} page={page} keys={keys} openLink={openLink} inChat={inChat} />
      {paste && <PastedPictures editor={editor} paste={paste} onClose={() => setPaste(undefined)} />}
    </div>
  );
}

interface PartsProps extends BlocksProps {
  editor: Editor;
  page: RefObject<HTMLDivElement | null>;
  keys: RefObject<((event: KeyboardEvent) => boolean) | null>;
  openLink: RefObject<(() => boolean) | null>;
}

/** All that shows the state of the editor. */
function Parts({ editor, page, keys, openLink, variables, samples, readOnly = false, inChat = false }: PartsProps) {
  useEditorState({
    editor,
    selector: ({ editor: { state, isFocused } }) => ({ state, isFocused }),
    equalityFn: isSame,
  });
  const environment = useEnvironment();
  const brand = useQuery(query(brandRead, environment)).data?.data;
  return (
    <>
      <div className={classes.main}>
        {!readOnly && <Toolbar editor={editor} inChat={inChat} />}
        <div ref={page} className={classes.page} style={brand && mailStyles(brand)}>
          <EditorContent editor={editor} />
          <DragHandle editor={editor} page={page} />
          <Suggestions editor={editor} variables={variables} inChat={inChat} keys={keys} />
          <BubbleMenu editor={editor} openLink={openLink} />
        </div>
      </div>
      <div className={classes.inspector}>
        <Inspector editor={editor} variables={variables} samples={samples} readOnly={readOnly} />
      </div>
    </>
  );
}

/** What the brand has where a block says nothing, for the styles of the page. */
function mailStyles(brand: Brand): CSSProperties {
  const { button, buttonText, link, heading, text, background, font } = lookOf(fieldsOf(brand));
  return {
    '--mail-button': button,
    '--mail-button-text': buttonText,
    '--mail-link': link,
    '--mail-heading': heading,
    '--mail-text': text,
    '--mail-background': background,
    '--mail-font': font,
  } as CSSProperties;
}

interface Seen {
  state: unknown;
  isFocused: boolean;
}

function isSame(one: Seen, other: Seen | null): boolean {
  return other !== null && one.state === other.state && one.isFocused === other.isFocused;
}

import { Badge, Button, Group, Text, Textarea } from '@mantine/core';
import { CircleDashed, Clock, UserPen } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { directionOf } from '../../../../libs/rendering/direction';
import type { Cell } from './table-model';
import classes from './texts-grid.module.css';

/** Where to go when a text is written: rows and columns. */
type Step = readonly [number, number];

interface TextCellProps {
  name: string;
  /** What it is, for screen readers: its key and its language. */
  label: string;
  locale: string;
  cell: Cell;
  isDefault: boolean;
  isFocusable: boolean;
  isReadOnly: boolean;
  isEdited: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: () => void;
  onEdit: () => void;
  onConfirm: () => void;
  onEnter: (text: string) => void;
  onEnd: (step?: Step) => void;
}

/** One text: to read, or to write in place. */
export function TextCell(props: TextCellProps) {
  const { name, locale, cell, isDefault, isFocusable, isReadOnly, isEdited, onEdit, onKeyDown, onFocus } = props;
  return (
    <td
      role="gridcell"
      data-cell={name}
      data-default={isDefault || undefined}
      data-changed={cell.isChanged || undefined}
      data-language={locale}
      className={classes.cell}
      tabIndex={isFocusable && !isEdited ? 0 : -1}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onClick={({ target }) => {
        if (!isReadOnly && !isEdited && !(target as Element).closest('button')) onEdit();
      }}
    >
      {isEdited ? (
        <Writer {...props} />
      ) : (
        <span className={classes.text} dir={directionOf(locale)} lang={locale.replaceAll('_', '-')}>
          {cell.text}
        </span>
      )}
      <Marks {...props} />
    </td>
  );
}

/** A text is entered when the field is left, other than by Escape. */
function Writer({ label, locale, cell, onEnter, onEnd }: TextCellProps) {
  const [text, setText] = useState(cell.text);
  const field = useRef<HTMLTextAreaElement>(null);
  const isOver = useRef(false);
  useEffect(() => field.current?.focus(), []);
  const end = (enters: boolean, step?: Step) => {
    if (isOver.current) return;
    isOver.current = true;
    if (enters && text !== cell.text) onEnter(text);
    onEnd(step);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    // Enter ends a word of an input method, too.
    if (event.nativeEvent.isComposing) return;
    const step: Step | undefined =
      event.key === 'Enter' && !event.shiftKey
        ? [1, 0]
        : event.key === 'Tab'
          ? [0, event.shiftKey ? -1 : 1]
          : event.key === 'Escape'
            ? [0, 0]
            : undefined;
    if (!step) return;
    event.preventDefault();
    end(event.key !== 'Escape', step);
  };
  return (
    <Textarea
      ref={field}
      aria-label={label}
      autosize
      minRows={1}
      maxRows={12}
      dir={directionOf(locale)}
      lang={locale.replaceAll('_', '-')}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => end(true)}
    />
  );
}

/** What is the matter with a text, in words. */
function Marks({
  label,
  cell: { isMissing, isOutdated, theirs, isChanged },
  isReadOnly,
  onConfirm,
  onEnter,
}: TextCellProps) {
  return (
    <Group gap={4}>
      {isMissing && (
        <Badge size="sm" variant="outline" color="red" leftSection={<CircleDashed size={12} aria-hidden />}>
          Missing
        </Badge>
      )}
      {isOutdated && (
        <>
          <Badge size="sm" variant="outline" color="orange" leftSection={<Clock size={12} aria-hidden />}>
            Outdated
          </Badge>
          {!isReadOnly && (
            <Button size="compact-xs" variant="subtle" aria-label={`Mark as up to date: ${label}`} onClick={onConfirm}>
              Mark as up to date
            </Button>
          )}
        </>
      )}
      {isChanged && (
        <Text span size="xs" c="dimmed">
          Not saved
        </Text>
      )}
      {theirs !== undefined && (
        <>
          <Badge size="sm" variant="outline" color="orange" leftSection={<UserPen size={12} aria-hidden />}>
            Changed by another member
          </Badge>
          <Text span size="xs">
            {theirs === '' ? 'They removed it.' : `Theirs: ${theirs}`}
          </Text>
          <Button size="compact-xs" variant="subtle" onClick={() => onEnter(theirs)}>
            Use theirs
          </Button>
        </>
      )}
    </Group>
  );
}

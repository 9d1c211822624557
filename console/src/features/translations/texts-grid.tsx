import { ActionIcon, Button, Center, Tooltip } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { Fragment, type KeyboardEvent, useRef, useState } from 'react';
import { LanguageHead } from './language-head';
import { localeName, type ResourceType } from './reads';
import { cellName, type Entries, groupsOf, type TextsTable } from './table-model';
import { TextCell } from './text-cell';
import classes from './texts-grid.module.css';

interface TextsGridProps {
  table: TextsTable;
  /** The rows. */
  keys: readonly string[];
  /** The columns, the default language first. */
  locales: readonly string[];
  resource: { resourceType: ResourceType; resourceId: string; defaultLocale: string };
  isReadOnly: boolean;
  isNarrow: boolean;
  onChange: (entries: Entries) => void;
  /** Whether a text is being written. */
  onWriting: (isWriting: boolean) => void;
}

/** Rows that are drawn at first, and at each demand for more. */
const PORTION = 150;

const MOVES: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * Keys as rows, languages as columns. Arrows move from text to text, Enter writes, Escape leaves a text as it was. Tab goes to
 * the next text while writing.
 */
export function TextsGrid({
  table,
  keys,
  locales,
  resource,
  isReadOnly,
  isNarrow,
  onChange,
  onWriting,
}: TextsGridProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(PORTION);
  const [edited, setEdited] = useState<string>();
  const edit = (name: string | undefined) => {
    setEdited(name);
    onWriting(name !== undefined);
  };
  const [current, setCurrent] = useState<string>();
  const groups = groupsOf(keys.slice(0, shown));
  const rows = groups.flatMap(([, inside]) => inside);
  const first = cellName(locales[0]!, rows[0] ?? '');
  const names = new Set(rows.flatMap((key) => locales.map((locale) => cellName(locale, key))));
  const focusable = current !== undefined && names.has(current) ? current : first;

  /** Goes to the text that is a number of rows and columns away, if there is one. */
  const move = (locale: string, key: string, [down, right]: readonly [number, number]) => {
    const column = locales.indexOf(locale) + right;
    const [nextKey, nextLocale] = [rows[rows.indexOf(key) + down], locales[column]];
    if (nextKey === undefined || nextLocale === undefined) return false;
    focus(cellName(nextLocale, nextKey));
    return true;
  };
  const focus = (name: string) => {
    setCurrent(name);
    frame.current?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(name)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, locale: string, key: string) => {
    if (edited !== undefined || event.target !== event.currentTarget) return;
    const step = MOVES[event.key];
    if (step) {
      event.preventDefault();
      move(locale, key, step);
    } else if ((event.key === 'Enter' || event.key === 'F2') && !isReadOnly) {
      event.preventDefault();
      edit(cellName(locale, key));
    }
  };

  return (
    <div ref={frame} className={classes.frame} data-narrow={isNarrow || undefined}>
      <table className={classes.table} role="grid" aria-label="Texts" aria-readonly={isReadOnly}>
        <thead>
          <tr role="row">
            <th role="columnheader" scope="col" className={classes.key}>
              Key
            </th>
            {locales.map((locale) => (
              <LanguageHead
                key={locale}
                locale={locale}
                isDefault={locale === resource.defaultLocale}
                isStored={table.isStored(locale)}
                missing={table.count(locale, 'isMissing')}
                outdated={table.count(locale, 'isOutdated')}
                {...resource}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(([group, inside]) => (
            <Fragment key={group}>
              {group !== '' && (
                <tr role="row" className={classes.group}>
                  <th role="rowheader" scope="colgroup" colSpan={locales.length + 1}>
                    <span>{group}</span>
                  </th>
                </tr>
              )}
              {inside.map((key) => (
                <tr key={key} role="row">
                  <th role="rowheader" scope="row" className={classes.key}>
                    <span className={classes.name}>{key}</span>
                    {!isReadOnly && (
                      <Tooltip label={`Remove ${key} from all languages`}>
                        <ActionIcon
                          size="sm"
                          variant="subtle"
                          color="gray"
                          aria-label={`Remove ${key}`}
                          onClick={() => onChange(table.remove(key))}
                        >
                          <Trash2 size={14} aria-hidden />
                        </ActionIcon>
                      </Tooltip>
                    )}
                  </th>
                  {locales.map((locale) => {
                    const name = cellName(locale, key);
                    return (
                      <TextCell
                        key={locale}
                        name={name}
                        label={`${key}, ${localeName(locale)}`}
                        locale={locale}
                        cell={table.cell(locale, key)}
                        isDefault={locale === resource.defaultLocale}
                        isFocusable={name === focusable}
                        isReadOnly={isReadOnly}
                        isEdited={name === edited}
                        onKeyDown={(event) => onKeyDown(event, locale, key)}
                        onFocus={() => setCurrent(name)}
                        onEdit={() => edit(name)}
                        onConfirm={() => onChange(table.confirm(locale, key))}
                        onEnter={(text) => onChange(table.enter(locale, key, text))}
                        onEnd={(step) => {
                          edit(undefined);
                          if (step && !move(locale, key, step)) focus(name);
                        }}
                      />
                    );
                  })}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
      {keys.length > shown && (
        <Center p="xs">
          <Button variant="default" size="xs" onClick={() => setShown(shown + PORTION)}>
            {`Show more (${keys.length - shown} left)`}
          </Button>
        </Center>
      )}
    </div>
  );
}

import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useChange } from '../../api/change';
import { api, responseOf, type Schemas } from '../../api/client';
import { Problem } from '../../api/problem';
import { useEnvironment, useRefusal } from '../../api/session';
import { LeaveGuard } from '../../ui/leave-guard';
import { PermittedButton } from '../../ui/permitted';
import { EmptyState, ProblemAlert } from '../../ui/states';
import { AddKey, AddLanguage } from './add';
import { localeName, type TextsSearch } from './reads';
import { type Entries, TextsTable } from './table-model';
import { TextsFilter } from './texts-filter';
import { TextsGrid } from './texts-grid';

interface TextsEditorProps {
  texts: Schemas['ResourceTextsDto'];
  search: TextsSearch;
  reload: () => Promise<unknown>;
}

/** Where two languages have no place beside each other. */
const NARROW = '(max-width: 48em)';

/** The table of texts with what is not saved yet, which is saved as one operation. */
export function TextsEditor({ texts, search, reload }: TextsEditorProps) {
  const { resourceType, resourceId, defaultLocale } = texts;
  const environment = useEnvironment();
  const navigate = useNavigate();
  const isReadOnly = useRefusal('translations:write') !== undefined;
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false }) ?? false;
  const [entries, setEntries] = useState<Entries>(new Map());
  const [keys, setKeys] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<Error>();
  const [isWriting, setIsWriting] = useState(false);
  const [seen, setSeen] = useState(texts);
  const { locale: chosen, text = '', show = 'all' } = search;
  const table = new TextsTable(texts, entries, { locales: chosen === undefined ? [] : [chosen], keys });
  if (seen !== texts) {
    setSeen(texts);
    setEntries(table.unsaved());
  }
  const others = table.locales.filter((locale) => locale !== defaultLocale);
  const [other = defaultLocale] = [...others.filter((locale) => locale === chosen), ...others];
  const locales = isNarrow ? [...new Set([defaultLocale, other])] : table.locales;
  const choose = (locale: string) => void navigate({ to: '.', search: (now) => ({ ...now, locale }), replace: true });
  const save = useChange({
    run: () =>
      responseOf(
        api(environment).PUT('/v2/translations/{resourceType}/{resourceId}', {
          params: { path: { resourceType, resourceId } },
          body: { languages: table.saves() },
        }),
      ),
    resource: 'translations',
    environment,
    done: 'Saved',
    onProblem: setProblem,
  });
  const shown = table.find(text, show, locales);
  return (
    <Stack gap="sm">
      <LeaveGuard isDirty={entries.size > 0} />
      <TextsFilter table={table} locales={locales} search={search}>
        {isNarrow && others.length > 0 && (
          <NativeSelect
            aria-label="Language"
            value={other}
            data={others.map((locale) => ({ value: locale, label: localeName(locale) }))}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          />
        )}
        <AddLanguage known={table.locales} onAdd={choose} />
      </TextsFilter>
      {shown.length > 0 ? (
        <TextsGrid
          // Its first rows are shown again.
          key={`${show} ${text}`}
          table={table}
          keys={shown}
          locales={locales}
          resource={{ resourceType, resourceId, defaultLocale }}
          isReadOnly={isReadOnly}
          isNarrow={isNarrow}
          onChange={setEntries}
          onWriting={setIsWriting}
        />
      ) : (
        <Nothing hasTexts={table.keys.length > 0} />
      )}
      <AddKey
        content={texts.languages.map(({ content }) => content)}
        known={table.keys}
        onAdd={(key) => {
          setKeys((now) => [...now, key]);
          void navigate({
            to: '.',
            search: (now) => ({ ...now, text: undefined, show: undefined }),
            replace: true,
          });
        }}
      />
      {problem && (
        <SaveProblem error={problem}>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              setProblem(undefined);
              void reload();
            }}
          >
            Load their texts, keep mine
          </Button>
        </SaveProblem>
      )}
      <Group justify="flex-end" gap="xs">
        <Text size="sm" c="dimmed" role="status">
          {entries.size > 0 && `${entries.size} ${entries.size === 1 ? 'text' : 'texts'} not saved`}
        </Text>
        <Button variant="default" size="xs" disabled={entries.size === 0} onClick={() => setEntries(new Map())}>
          Discard
        </Button>
        <PermittedButton
          permission="translations:write"
          size="xs"
          // What is being written is entered as soon as the field is left, which is before the click.
          disabled={entries.size === 0 && !isWriting}
          loading={save.isPending}
          onClick={() => {
            setProblem(undefined);
            if (entries.size > 0) save.mutate();
          }}
        >
          Save
        </PermittedButton>
      </Group>
    </Stack>
  );
}

/** The texts are not to blame for a conflict: they are still here, and can be compared with those of the other. */
function SaveProblem({ error, children }: { error: Error; children: ReactNode }) {
  if (!(error instanceof Problem) || error.status !== 409) return <ProblemAlert error={error} />;
  return (
    <Alert role="alert" color="orange" variant="outline" title="Another member has saved meanwhile">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">Nothing was saved. Your texts stay in the table, and theirs are shown where both changed.</Text>
        {children}
      </Stack>
    </Alert>
  );
}

function Nothing({ hasTexts }: { hasTexts: boolean }) {
  if (hasTexts) return <EmptyState title="No results">No text matches the search and the filter.</EmptyState>;
  return (
    <EmptyState title="No texts yet">{'Templates print a text with {{t.greeting}}: add its key below.'}</EmptyState>
  );
}

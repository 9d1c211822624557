import { Button, Group, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/change';
import { api, responseOf } from '../../api/client';
import { useEnvironment, useRefusal } from '../../api/session';
import { LeaveGuard } from '../../ui/leave-guard';
import { PermittedButton } from '../../ui/permitted';
import { ProblemAlert } from '../../ui/states';
import { DeleteLocale } from './delete-locale';
import { downloadJson } from './download';
import type { ResourceType } from './reads';
import { textsOf, withTexts } from './texts';

/** The texts of a workflow or a layout in one language. */
export interface LocaleTextsProps {
  resourceType: ResourceType;
  resourceId: string;
  locale: string;
  /** Whether there are texts in this language. */
  isStored: boolean;
  /** The default language, if it has texts. */
  defaultLocale: string | undefined;
  /** Keys that templates print and this language lacks. */
  missing: readonly string[];
}

interface EditTextsProps extends LocaleTextsProps {
  content: Readonly<Record<string, unknown>>;
  /** When it was stored. */
  version: string;
  /** The texts of the default language, when this is another one. */
  standard: ReadonlyMap<string, string> | undefined;
}

/** A field for each text that there is, is missing, or is in the default language. */
export function EditTexts(props: EditTextsProps) {
  const { resourceType, resourceId, locale, isStored, missing, content, version, standard } = props;
  const environment = useEnvironment();
  const mayNot = useRefusal('translations:write') !== undefined;
  const [entered, setEntered] = useState<ReadonlyMap<string, string>>(new Map());
  const [seen, setSeen] = useState(version);
  const [newKey, setNewKey] = useState('');
  const [problem, setProblem] = useState<Error>();
  const stored = textsOf(content);
  if (seen !== version) {
    setSeen(version);
    // What has been saved meanwhile no longer counts as a change.
    setEntered(new Map([...entered].filter(([key, text]) => (stored.get(key) ?? '') !== text)));
  }
  const keys = [...new Set([...missing, ...(standard?.keys() ?? []), ...stored.keys(), ...entered.keys()])].toSorted();
  const isDirty = [...entered].some(([key, text]) => (stored.get(key) ?? '') !== text);
  const save = useChange({
    run: () =>
      responseOf(
        api(environment).POST('/v2/translations', {
          body: { resourceType, resourceId, locale, content: withTexts(content, entered) },
        }),
      ),
    resource: 'translations',
    environment,
    done: 'Saved',
    onProblem: setProblem,
  });
  const set = (key: string, text: string) => setEntered((now) => new Map(now).set(key, text));
  const add = () => {
    const key = newKey.trim();
    if (key !== '' && !keys.includes(key)) set(key, '');
    setNewKey('');
  };
  return (
    <Paper withBorder p="md" maw={900} component="section" aria-label="Texts">
      <LeaveGuard isDirty={isDirty} by="locale" />
      <Stack>
        {keys.length === 0 && (
          <Text size="sm" c="dimmed">
            {'No texts yet. Templates show one with {{t.greeting}}: add its key here.'}
          </Text>
        )}
        {keys.map((key) => {
          const text = entered.get(key) ?? stored.get(key) ?? '';
          const lacks = text === '' && (missing.includes(key) || standard?.has(key));
          return (
            <Textarea
              key={key}
              label={key}
              description={standard?.get(key)}
              error={lacks ? (missing.includes(key) ? 'Missing translation' : 'Missing in this language') : undefined}
              autosize
              minRows={1}
              maxRows={12}
              value={text}
              readOnly={mayNot}
              onChange={({ currentTarget }) => set(key, currentTarget.value)}
            />
          );
        })}
        <Group align="flex-end" gap="xs">
          <TextInput
            label="New key"
            description="Use dots to nest keys: order.title"
            value={newKey}
            disabled={mayNot}
            onChange={({ currentTarget }) => setNewKey(currentTarget.value)}
            onKeyDown={(event) => event.key === 'Enter' && add()}
          />
          <Button variant="default" disabled={mayNot || newKey.trim() === ''} onClick={add}>
            Add
          </Button>
        </Group>
        {problem && <ProblemAlert error={problem} />}
        <Group justify="flex-end" gap="xs">
          {isStored && <DeleteLocale resourceType={resourceType} resourceId={resourceId} locale={locale} />}
          <Button
            variant="default"
            size="xs"
            disabled={!isStored}
            onClick={() => downloadJson(`${locale}.json`, content)}
          >
            Download
          </Button>
          <PermittedButton
            permission="translations:write"
            size="xs"
            disabled={!isDirty}
            loading={save.isPending}
            onClick={() => {
              setProblem(undefined);
              save.mutate();
            }}
          >
            Save
          </PermittedButton>
        </Group>
      </Stack>
    </Paper>
  );
}

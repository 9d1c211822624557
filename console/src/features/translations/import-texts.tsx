import { Alert, Button, Checkbox, FileButton, Group, List, Modal, Stack, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../api/change';
import { api, responseOf, type Schemas } from '../../api/client';
import { useEnvironment } from '../../api/session';
import { PermittedButton } from '../../ui/permitted';
import { ProblemAlert } from '../../ui/states';
import { oneFile } from './import-file';
import { ImportChanges } from './import-changes';
import { localeName, type ResourceType } from './reads';

type Imported = Schemas['ImportedTextsDto'];

/** Takes the texts of a file, after showing what that changes. */
export function ImportTexts({ resourceType, resourceId }: { resourceType: ResourceType; resourceId: string }) {
  const environment = useEnvironment();
  const [opened, dialog] = useDisclosure();
  const [file, setFile] = useState<File>();
  const [removeMissing, setRemoveMissing] = useState(false);
  const send = (one: File, query: { dryRun?: boolean; removeMissing: boolean }) => {
    const body = new FormData();
    body.append('file', one);
    return responseOf(
      api(environment).POST('/v2/translations/{resourceType}/{resourceId}/import', {
        params: { path: { resourceType, resourceId }, query },
        body: body as never,
        bodySerializer: (form) => form as never,
      }),
    );
  };
  const preview = useMutation({
    mutationFn: ({ one, removes }: { one: File; removes: boolean }) =>
      send(one, { dryRun: true, removeMissing: removes }),
  });
  const apply = useChange({
    run: () => send(file!, { removeMissing }),
    resource: 'translations',
    environment,
    done: 'Imported',
    onDone: dialog.close,
    onProblem: () => undefined,
  });
  const choose = async (files: File[]) => {
    if (files.length === 0) return;
    apply.reset();
    const one = await oneFile(files);
    setFile(one);
    preview.mutate({ one, removes: removeMissing });
  };
  const open = () => {
    setFile(undefined);
    preview.reset();
    apply.reset();
    dialog.open();
  };
  const found = preview.data?.data;
  const error = preview.error ?? apply.error;
  return (
    <>
      <PermittedButton permission="translations:write" variant="default" size="xs" onClick={open}>
        Import
      </PermittedButton>
      <Modal
        opened={opened}
        onClose={dialog.close}
        title="Import texts"
        size="xl"
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
        attributes={{ header: { role: 'presentation' } }}
      >
        <Stack>
          <Text size="sm">
            A CSV or JSON file with all languages, as Export writes it; or JSON files of single languages, named after
            them, such as de_DE.json.
          </Text>
          <Group>
            <FileButton
              multiple
              accept=".csv,.json,.txt,text/csv,application/json"
              onChange={(files) => void choose(files)}
            >
              {(props) => (
                <Button {...props} variant="default" loading={preview.isPending}>
                  Choose file
                </Button>
              )}
            </FileButton>
            {file && <Text size="sm">{file.name}</Text>}
          </Group>
          <Checkbox
            label="Remove keys that the file does not have"
            checked={removeMissing}
            onChange={({ currentTarget: { checked } }) => {
              setRemoveMissing(checked);
              if (file) preview.mutate({ one: file, removes: checked });
            }}
          />
          {error && <ProblemAlert error={error} />}
          {found && <Preview found={found} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={dialog.close}>
              Cancel
            </Button>
            <Button
              disabled={!found || preview.isPending || isNothing(found)}
              loading={apply.isPending}
              onClick={() => apply.mutate()}
            >
              Import
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

function isNothing({ languages }: Imported): boolean {
  return languages.every(({ added, changed, removed }) => added + changed + removed === 0);
}

/** What the file will change. */
function Preview({ found }: { found: Imported }) {
  const { languages, changes, unknownLanguages, problems } = found;
  return (
    <Stack gap="sm" role="status" aria-label="What will change">
      <Table>
        <Table.Thead>
          <Table.Tr>
            {['Language', 'New', 'Changed', 'Removed', 'Unchanged'].map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {languages.map(({ locale, isNew, added, changed, removed, unchanged }) => (
            <Table.Tr key={locale}>
              <Table.Td>{isNew ? `${localeName(locale)}, new language` : localeName(locale)}</Table.Td>
              <Table.Td>{added}</Table.Td>
              <Table.Td>{changed}</Table.Td>
              <Table.Td>{removed}</Table.Td>
              <Table.Td>{unchanged}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {isNothing(found) && <Text size="sm">The file changes nothing.</Text>}
      {unknownLanguages.length > 0 && (
        <Alert color="orange" variant="outline" title="Left out: these are not languages">
          {unknownLanguages.join(', ')}
        </Alert>
      )}
      {problems.length > 0 && (
        <Alert color="orange" variant="outline" title="Left out: these cannot be used">
          <List size="sm">
            {problems.map(({ line, message }) => (
              <List.Item key={`${line} ${message}`}>
                {line === undefined ? message : `Line ${line}: ${message}`}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <ImportChanges changes={changes} />
    </Stack>
  );
}

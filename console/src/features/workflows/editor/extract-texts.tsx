import { Alert, Button, Group, List, Modal, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { api, responseOf, type Schemas } from '../../../api/client';
import { useEnvironment } from '../../../api/session';
import { PermittedButton } from '../../../ui/permitted';
import { ProblemAlert } from '../../../ui/states';
import type { Workflow } from '../draft';
import type { DraftState } from './use-draft';

type Extraction = Schemas['ExtractedTextsDto'];

/** Steps that have texts. */
const TYPES: readonly string[] = [
  'email',
  'in_app',
  'sms',
  'push',
  'chat',
] satisfies Schemas['StepToExtractDto']['type'][];

interface ExtractTextsProps {
  workflow: Workflow;
  state: DraftState;
  readOnly: boolean;
}

/** Takes the texts out of the steps, so that they can be translated. They are stored when the workflow is saved or tried. */
export function ExtractTexts({ workflow: { workflowId }, state, readOnly }: ExtractTextsProps) {
  const { draft, rewrite } = state;
  const environment = useEnvironment();
  const [opened, dialog] = useDisclosure();
  const steps = draft.steps.filter(({ type, inCode }) => TYPES.includes(type) && inCode !== true);
  const extract = useMutation({
    mutationFn: () =>
      responseOf(
        api(environment).POST('/v2/translations/extract', {
          body: {
            resourceType: 'workflow',
            resourceId: workflowId,
            steps: steps.map(({ stepId, type, controlValues }) => ({ stepId, type, controlValues }) as never),
          },
        }),
      ),
  });
  const found = extract.data?.data;
  const apply = ({ steps: written, texts, content, locale }: Extraction) => {
    const valuesOf = new Map(written.map(({ stepId, controlValues }) => [stepId, controlValues]));
    rewrite({
      ...draft,
      isTranslationEnabled: true,
      steps: draft.steps.map((step) => ({ ...step, controlValues: valuesOf.get(step.stepId) ?? step.controlValues })),
      extracted: {
        locale,
        content,
        texts: Object.fromEntries(texts.map(({ key, text }) => [key, text])),
        before: draft,
      },
    });
    dialog.close();
  };
  const { extracted } = draft;
  if (extracted)
    return (
      <Alert color="blue" variant="outline" title={`${Object.keys(extracted.texts).length} texts extracted`}>
        <Group gap="xs">
          <Text size="sm">They are saved with the workflow. What you have changed since then goes with an undo.</Text>
          <Button size="xs" variant="default" onClick={() => rewrite(extracted.before)}>
            Undo extraction
          </Button>
        </Group>
      </Alert>
    );
  return (
    <div>
      <PermittedButton
        permission="translations:write"
        variant="default"
        size="xs"
        disabled={readOnly || steps.length === 0}
        onClick={() => {
          extract.mutate();
          dialog.open();
        }}
      >
        Extract texts
      </PermittedButton>
      <Modal
        opened={opened}
        onClose={dialog.close}
        title="Extract texts"
        size="xl"
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
        attributes={{ header: { role: 'presentation' } }}
      >
        <Stack>
          <Text size="sm">
            The texts of the steps become keys that you can translate. Messages stay the same. The steps change when you
            save the workflow.
          </Text>
          {extract.error && <ProblemAlert error={extract.error} />}
          {found && <Found found={found} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={dialog.close}>
              Cancel
            </Button>
            <Button
              loading={extract.isPending}
              disabled={!found || found.texts.length === 0}
              onClick={() => found && apply(found)}
            >
              {found ? `Extract ${found.texts.length} ${found.texts.length === 1 ? 'text' : 'texts'}` : 'Extract'}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </div>
  );
}

function Found({ found: { texts, left } }: { found: Extraction }) {
  return (
    <>
      {texts.length === 0 && <Text size="sm">There is no text left to extract.</Text>}
      {texts.length > 0 && (
        <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0 }}>
          <Table aria-label="Texts">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Key</Table.Th>
                <Table.Th>Text</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {texts.map(({ key, text }) => (
                <Table.Tr key={key}>
                  <Table.Td>{key}</Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{text}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
      )}
      {left.length > 0 && (
        <Alert color="orange" variant="outline" title="These stay as they are">
          <List size="sm">
            {left.map(({ stepId, control, reason }) => (
              <List.Item key={`${stepId} ${control}`}>{`${stepId}, ${control}: ${reason}`}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  );
}

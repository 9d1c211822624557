import { Alert, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Play, Send } from 'lucide-react';
import { api, responseOf, type Schemas } from '../../../api/client';
import { refresh } from '../../../api/read';
import { useEnvironment, useSession } from '../../../api/session';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { PermittedButton } from '../../../ui/permitted';
import { PersonChooser, SAMPLE_PERSON, usePerson } from '../../../ui/person-chooser';
import { ProblemAlert } from '../../../ui/states';
import { requestOf, type Workflow } from '../draft';
import classes from './editor.module.css';
import { SimulationResult } from './simulation-result';
import { SamplePayload } from './samples/sample-payload';
import { SampleSwitch } from './samples/sample-switch';
import { payloadOf, type TestData } from './test-data';
import { TestResult } from './test-result';
import type { DraftState } from './use-draft';

interface TestTabProps {
  workflow: Workflow;
  state: DraftState;
  test: TestData;
  readOnly: boolean;
  /** Looks at the workflow before it is sent. */
  onCheck: () => void;
}

type WaitsEnd = 'timeout' | 'first';

/** How a simulation ends waits for a status or an event. */
const WAITS_END: { value: WaitsEnd; label: string }[] = [
  { value: 'timeout', label: 'with their timeout' },
  { value: 'first', label: 'with the first thing that they wait for' },
];

type Recipient = string | { subscriberId: string; email?: string; firstName?: string; lastName?: string };

/** Tries the workflow: what it would do, or really. */
export function TestTab({ workflow: { workflowId, steps }, state, test, readOnly, onCheck }: TestTabProps) {
  const draft = state.isDirty ? state.draft : undefined;
  const environment = useEnvironment();
  const client = useQueryClient();
  const { account } = useSession();
  const payload = payloadOf(test.samples.payload);
  const person = usePerson(test.person);
  const [asks, dialog] = useDisclosure();
  const [waitsEnd, setWaitsEnd] = useState<WaitsEnd>('timeout');
  const bodyFor = (to: Recipient): Schemas['TriggerEventDto'] => ({ name: workflowId, to, payload: payload ?? {} });
  const simulation = useMutation({
    mutationFn: () =>
      responseOf(
        api(environment).POST('/v1/events/simulate', {
          params: { query: { waitsEnd } },
          body: bodyFor(test.person ?? SAMPLE_PERSON),
        }),
      ),
  });
  const sending = useMutation({
    mutationFn: async (to: Recipient) => {
      await state.storeTexts();
      onCheck();
      // You may not be a subscriber yet.
      if (typeof to !== 'string') await responseOf(api(environment).POST('/v2/subscribers', { body: to as never }));
      return responseOf(
        api(environment).POST('/v2/workflows/{workflowId}/test', {
          params: { path: { workflowId } },
          body: {
            subscriberIds: [typeof to === 'string' ? to : to.subscriberId],
            payload: payload ?? {},
            ...(draft && { draft: requestOf(draft) }),
          },
        }),
      );
    },
    onSuccess: () => {
      dialog.close();
      void refresh(client, 'notifications', environment);
    },
    onMutate: simulation.reset,
  });
  const simulate = () => {
    sending.reset();
    simulation.mutate();
  };
  const me = { subscriberId: account.email, email: account.email, firstName: account.name || undefined };
  const error = simulation.error ?? sending.error;
  const sent = sending.data?.data;
  return (
    <div className={classes.halves}>
      <Paper withBorder p="md">
        <Stack>
          {draft && (
            <Alert color="orange" variant="outline" title="Unsaved changes">
              Tests use your unsaved changes. Simulations use the saved workflow.
            </Alert>
          )}
          <PersonChooser
            label="Recipient"
            description="Simulations may use a sample subscriber; sending needs a subscriber or yourself."
            value={test.person}
            onChange={test.setPerson}
          />
          <SampleSwitch samples={test.samples} />
          <SamplePayload samples={test.samples} readOnly={readOnly} />
          {steps.some(({ type }) => type === 'wait_until') && (
            <NativeSelect
              label="Waits for a status or an event end"
              data={WAITS_END}
              value={waitsEnd}
              onChange={({ currentTarget }) => setWaitsEnd(currentTarget.value as WaitsEnd)}
            />
          )}
          <Group gap="xs">
            <PermittedButton
              permission="workflows:read"
              size="xs"
              leftSection={<Play size={14} aria-hidden />}
              disabled={!payload}
              loading={simulation.isPending}
              onClick={simulate}
            >
              Simulate
            </PermittedButton>
            <PermittedButton
              permission="events:write"
              variant="default"
              size="xs"
              leftSection={<Send size={14} aria-hidden />}
              disabled={!payload}
              loading={sending.isPending}
              onClick={() => sending.mutate(me)}
            >
              Send to me
            </PermittedButton>
            {test.person !== undefined && (
              <PermittedButton
                permission="events:write"
                variant="default"
                size="xs"
                disabled={!payload}
                onClick={dialog.open}
              >
                {`Send to ${test.person}`}
              </PermittedButton>
            )}
          </Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            You are the subscriber {account.email} here, who is created when missing. A test is sent at once, even while
            the workflow is inactive; preferences and quiet hours do not keep it back.
          </Text>
        </Stack>
      </Paper>
      <Paper withBorder p="md" component="section" aria-label="Result" aria-live="polite">
        <Stack>
          <Title order={2} size="h5">
            Result
          </Title>
          {error && !asks && <ProblemAlert error={error} />}
          {simulation.data && <SimulationResult simulation={simulation.data.data} />}
          {sent && <TestResult result={sent} />}
          {!error && !simulation.data && !sent && (
            <Text size="sm" c="dimmed">
              A simulation shows each step, how it would end and why, without sending anything. A test is really sent,
              with the providers of {environment.name}.
            </Text>
          )}
        </Stack>
      </Paper>
      <ConfirmDialog
        opened={asks}
        onClose={dialog.close}
        title={`Send test to ${person?.firstName ?? test.person}?`}
        action="Send"
        busy={sending.isPending}
        error={sending.error}
        onConfirm={() => test.person !== undefined && sending.mutate(test.person)}
      >
        {test.person} gets a real notification in {environment.name}, on every channel of this workflow. It cannot be
        taken back.
      </ConfirmDialog>
    </div>
  );
}

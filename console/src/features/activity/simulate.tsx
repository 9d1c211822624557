import { Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { api, responseOf, type Schemas } from '../../api/client';
import { useEnvironment } from '../../api/session';
import { MessageContent } from '../../ui/message-content';
import { PermittedButton } from '../../ui/permitted';
import { ProblemAlert, Waiting } from '../../ui/states';
import { StatusBadge } from '../../ui/status-badge';
import { stepName } from '../../ui/step-name';
import { explain, recipientOf } from './explanation';
import type { RunEntry } from './reads';
import { InWords } from './sentence';
import { outcomeOf, statusWord } from './words';

/** What the same trigger would do now, with the workflow and the person as they are today. */
export function Simulate({ run }: { run: RunEntry }) {
  const environment = useEnvironment();
  const [opened, dialog] = useDisclosure();
  const body = triggerOf(run);
  const simulate = useMutation({
    mutationFn: () => responseOf(api(environment).POST('/v1/events/simulate', { body: body! })),
  });
  const begin = () => {
    dialog.open();
    simulate.mutate();
  };
  if (!body) return null;
  return (
    <>
      <PermittedButton permission="workflows:read" variant="default" size="xs" onClick={begin}>
        Re-run as simulation
      </PermittedButton>
      <Modal
        opened={opened}
        onClose={dialog.close}
        title="Simulation of this trigger"
        size="lg"
        closeButtonProps={{ 'aria-label': 'Close' }}
        attributes={{ header: { role: 'presentation' } }}
      >
        <Stack>
          <Text size="sm" c="dimmed">
            Uses this input with the current workflow and subscriber. Nothing is sent.
          </Text>
          {simulate.error && <ProblemAlert error={simulate.error} />}
          {simulate.isPending && <Waiting />}
          {simulate.data?.data.recipients.map((one) => (
            <SimulatedSteps key={one.subscriberId} result={one} who={recipientOf(run)} />
          ))}
        </Stack>
      </Modal>
    </>
  );
}

/** The trigger of a run, for its person alone. Undefined when what it needs was deleted. */
export function triggerOf({
  template,
  subscriber,
  payload,
  contextKeys,
}: RunEntry): Schemas['TriggerEventDto'] | undefined {
  const name = template?.triggers[0]?.identifier;
  if (name === undefined || !subscriber || !payload) return undefined;
  const context = Object.fromEntries(
    contextKeys.map((key) => [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)]),
  );
  return {
    name,
    to: subscriber.subscriberId,
    payload,
    ...(contextKeys.length > 0 && { context }),
  };
}

/** What a simulated run would do, step by step. */
export function SimulatedSteps({ result, who }: { result: Schemas['SimulatedRunDto']; who: string }) {
  return (
    <Stack gap="md" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
      {result.steps.map((step) => {
        const { why } = explain({ ...step, status: step.status, raw: step.detail }, who);
        const isSent = step.reason === 'delivered';
        return (
          <li key={step.stepId}>
            <Group gap="sm">
              <Text fw={600}>{step.name || stepName(step.type)}</Text>
              <StatusBadge outcome={outcomeOf(step.status)} word={statusWord(step.status)} />
            </Group>
            <Text size="sm" component="div">
              {isSent ? 'It would be sent.' : <InWords sentence={why} />}
            </Text>
            {step.warnings?.map((warning) => (
              <Text key={warning} size="sm" c="dimmed">
                {warning}
              </Text>
            ))}
            {step.content?.map((content, index) => (
              <MessageContent key={index} type={step.type} content={content} />
            ))}
          </li>
        );
      })}
    </Stack>
  );
}

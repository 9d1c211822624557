import { Button, Fieldset, Group, Paper, Stack, Switch, Text } from '@mantine/core';
import type { Preferences, Workflow } from '../draft';
import { kindName } from '../kinds';
import type { DraftState } from './use-draft';

interface PreferencesTabProps {
  workflow: Workflow;
  state: DraftState;
  readOnly: boolean;
}

const CHANNELS = ['in_app', 'email', 'sms', 'chat', 'push'] as const;

/** Who gets it on which channel, before people choose for themselves. */
export function PreferencesTab({ workflow, state: { draft, change }, readOnly }: PreferencesTabProps) {
  const own = draft.preferences;
  const now: Preferences = own ?? workflow.preferences.default;
  const { all, channels } = now;
  const set = (part: Partial<Preferences>) => change({ preferences: { ...now, ...part } });
  return (
    <Paper withBorder p="md" maw={760}>
      <Stack>
        <Text size="sm" c="dimmed">
          {own
            ? 'These preferences belong to this workflow. People may choose otherwise, unless it is critical.'
            : 'This is the default: nothing is set for this workflow. What you change here belongs to it from then on.'}
        </Text>
        <Switch
          label="Critical: people cannot switch it off"
          description="For what they must get, such as codes to sign in."
          checked={all.readOnly}
          disabled={readOnly}
          onChange={({ currentTarget }) => set({ all: { ...all, readOnly: currentTarget.checked } })}
        />
        <Switch
          label="On unless something else is said"
          description="For channels without a value of their own."
          checked={all.enabled}
          disabled={readOnly}
          onChange={({ currentTarget }) => set({ all: { ...all, enabled: currentTarget.checked } })}
        />
        <Fieldset legend="Channels" p="sm">
          <Stack gap="xs">
            {CHANNELS.map((channel) => (
              <Switch
                key={channel}
                label={kindName(channel)}
                checked={channels[channel]?.enabled ?? all.enabled}
                disabled={readOnly}
                onChange={({ currentTarget }) =>
                  set({ channels: { ...channels, [channel]: { enabled: currentTarget.checked } } })
                }
              />
            ))}
          </Stack>
        </Fieldset>
        <Group>
          <Button
            variant="default"
            size="xs"
            disabled={readOnly || own === null}
            onClick={() => change({ preferences: null })}
          >
            Back to the default
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

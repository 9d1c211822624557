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
            ? 'These preferences are set for this workflow. People can change them unless it is critical.'
            : 'Defaults apply. Changes here are saved for this workflow.'}
        </Text>
        <Switch
          label="Critical: people cannot opt out"
          description="For required messages, such as sign-in codes."
          checked={all.readOnly}
          disabled={readOnly}
          onChange={({ currentTarget }) => set({ all: { ...all, readOnly: currentTarget.checked } })}
        />
        <Switch
          label="Enabled by default"
          description="Applies to channels without their own setting."
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
            Reset to default
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

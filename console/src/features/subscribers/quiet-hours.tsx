import { Group, Paper, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../../api/client';
import { useRefusal } from '../../api/session';
import { PermittedButton } from '../../ui/permitted';
import { type Day, DAYS, daysOf, scheduleOf } from './week';

type Schedule = Schemas['ScheduleDto'];

interface QuietHoursProps {
  /** Undefined until it is set. */
  schedule: Schedule | undefined;
  timezone: string | undefined;
  isSaving: boolean;
  onSave: (schedule: Schedule) => void;
}

/** The hours of the week in which a subscriber may be notified outside of the inbox. */
export function QuietHours({ schedule, timezone, isSaving, onSave }: QuietHoursProps) {
  const mayNot = useRefusal('subscribers:write') !== undefined;
  const [isOn, turn] = useState(schedule?.isEnabled === true);
  const [days, setDays] = useState(() => daysOf(schedule?.weeklySchedule));
  const change = (index: number, part: Partial<Day>) =>
    setDays((now) => now.map((day, place) => (place === index ? { ...day, ...part } : day)));
  return (
    <Paper withBorder p="md" component="section" aria-label="Quiet hours">
      <Stack gap="sm">
        <Title order={2} size="h6">
          Quiet hours
        </Title>
        <Switch
          label="Only notify during these hours"
          description={`All other times are quiet hours for email, SMS, push and chat. Time zone: ${timezone ?? 'UTC'}.`}
          checked={isOn}
          disabled={mayNot}
          onChange={({ currentTarget }) => turn(currentTarget.checked)}
        />
        {isOn &&
          days.map((day, index) => (
            <Group key={DAYS[index]} gap="sm" wrap="wrap">
              <Switch
                label={DAYS[index]}
                w={130}
                checked={day.isOn}
                disabled={mayNot}
                onChange={({ currentTarget }) => change(index, { isOn: currentTarget.checked })}
              />
              {day.more > 0 ? (
                <Text size="sm">{`${day.from}–${day.to} and ${day.more} more`}</Text>
              ) : (
                (['from', 'to'] as const).map((end) => (
                  <TextInput
                    key={end}
                    type="time"
                    aria-label={`${DAYS[index]} ${end}`}
                    value={day[end]}
                    readOnly={mayNot}
                    disabled={!day.isOn}
                    onChange={({ currentTarget }) => change(index, { [end]: currentTarget.value })}
                  />
                ))
              )}
            </Group>
          ))}
        <Group justify="flex-end">
          <PermittedButton
            permission="subscribers:write"
            size="xs"
            loading={isSaving}
            onClick={() => onSave(scheduleOf(isOn, days, schedule?.weeklySchedule))}
          >
            Save quiet hours
          </PermittedButton>
        </Group>
      </Stack>
    </Paper>
  );
}

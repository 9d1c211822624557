import { Checkbox, Group, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useField } from '../editor-context';
import { cronOf, DAYS, type Every, inRhythm, type Schedule, scheduleOf } from './schedule';

interface ScheduleFieldProps {
  path: string;
  cron: string;
  onChange: (cron: string | undefined) => void;
}

const RHYTHMS: Record<Every, string> = {
  hour: 'every hour',
  day: 'every day',
  weekday: 'every weekday',
  week: 'every week',
  month: 'every month',
  custom: 'custom (cron)',
};

/** When a schedule comes: a rhythm and a time, or a cron expression. */
export function ScheduleField({ path, cron, onChange }: ScheduleFieldProps) {
  const { readOnly, error } = useField(path);
  const [wantsCron, wantCron] = useState(false);
  const schedule: Schedule = wantsCron ? { every: 'custom', cron } : scheduleOf(cron);
  const change = (next: Schedule) => onChange(cronOf(next) || undefined);
  const choose = (every: Every) => {
    wantCron(every === 'custom');
    if (every !== 'custom') change(inRhythm(scheduleOf(cron), every));
  };
  return (
    <Group gap={6} data-field={path}>
      <NativeSelect
        size="xs"
        aria-label="Repeats"
        disabled={readOnly}
        value={schedule.every === 'custom' && cron === '' && !wantsCron ? '' : schedule.every}
        data={[
          ...(cron === '' && !wantsCron ? [{ value: '', label: 'choose a time' }] : []),
          ...Object.entries(RHYTHMS).map(([value, label]) => ({ value, label })),
        ]}
        error={error}
        onChange={({ currentTarget }) => choose(currentTarget.value as Every)}
      />
      {schedule.every === 'week' && (
        <Checkbox.Group
          aria-label="Days of the week"
          value={schedule.days.map(String)}
          onChange={(days) => days.length > 0 && change({ ...schedule, days: days.map(Number) })}
        >
          <Group gap={8}>
            {DAYS.map((name, day) => (
              <Checkbox
                key={name}
                size="xs"
                value={String(day)}
                label={name.slice(0, 3)}
                aria-label={name}
                disabled={readOnly}
              />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      {schedule.every === 'month' && (
        <NumberInput
          size="xs"
          w={70}
          aria-label="Day of the month"
          min={1}
          max={31}
          clampBehavior="strict"
          allowDecimal={false}
          readOnly={readOnly}
          value={schedule.day}
          onChange={(day) => Number(day) > 0 && change({ ...schedule, day: Number(day) })}
        />
      )}
      {schedule.every === 'hour' && (
        <NumberInput
          size="xs"
          w={70}
          aria-label="Minute"
          min={0}
          max={59}
          clampBehavior="strict"
          allowDecimal={false}
          readOnly={readOnly}
          value={schedule.minute}
          onChange={(minute) => change({ ...schedule, minute: Number(minute) })}
        />
      )}
      {'time' in schedule && (
        <TextInput
          size="xs"
          w={120}
          type="time"
          aria-label="Time of day"
          readOnly={readOnly}
          value={schedule.time}
          onChange={({ currentTarget: { value: time } }) => time !== '' && change({ ...schedule, time })}
        />
      )}
      {schedule.every === 'custom' && (cron !== '' || wantsCron) && (
        <TextInput
          size="xs"
          w={150}
          aria-label="Cron expression"
          placeholder="0 9 * * 1-5"
          autoComplete="off"
          readOnly={readOnly}
          value={cron}
          onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
        />
      )}
    </Group>
  );
}

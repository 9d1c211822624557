import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../../api/client';
import { query } from '../../../api/read';
import { useEnvironment } from '../../../api/session';
import { AsCurl } from '../../../ui/as-curl';
import { type Column, DataTable } from '../../../ui/data-table';
import { Loaded } from '../../../ui/loaded';
import { EmptyState } from '../../../ui/states';
import { type EditorSearch, funnel } from '../reads';
import classes from './editor.module.css';

type FunnelStep = Schemas['FunnelStepDto'];
type Stage = 'sent' | 'delivered' | 'opened' | 'clicked' | 'read';

const REFETCH_MS = 60_000;
const PERIODS = [
  { value: 'day', label: 'Last 24 hours' },
  { value: 'month', label: 'Last 30 days' },
];

/** The stages that the messages of a channel can reach here. */
const STAGES: Record<NonNullable<FunnelStep['channel']> | 'unknown', readonly Stage[]> = {
  email: ['sent', 'delivered', 'opened', 'clicked'],
  in_app: ['sent', 'read'],
  sms: ['sent', 'delivered'],
  push: ['sent', 'delivered', 'opened'],
  chat: ['sent', 'delivered', 'opened'],
  tool: ['sent'],
  unknown: ['sent', 'delivered', 'opened', 'clicked', 'read'],
};

const COLUMNS: Column<FunnelStep>[] = [
  { name: 'Step', cell: ({ name, stepId }) => name ?? `${stepId} (deleted)` },
  column('Sent', 'sent'),
  column('Delivered', 'delivered'),
  column('Opened', 'opened'),
  column('Clicked', 'clicked'),
  column('Read', 'read'),
];

interface FunnelTabProps {
  workflowId: string;
  period: EditorSearch['period'];
  onPeriod: (period: EditorSearch['period']) => void;
}

/** How many messages of each step were sent, delivered, opened, clicked and read. */
export function FunnelTab({ workflowId, period, onPeriod }: FunnelTabProps) {
  const request = funnel(workflowId, period);
  const found = useQuery({
    ...query(request, useEnvironment()),
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
  });
  return (
    <Stack>
      <Group justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label="Period"
          data={PERIODS}
          value={period ?? 'month'}
          onChange={(next) => onPeriod(next === 'day' ? 'day' : undefined)}
        />
        <AsCurl request={request} />
      </Group>
      <Loaded query={found}>
        {({ data: { steps } }) =>
          steps.length === 0 ? (
            <EmptyState title="No step sends messages">Add a step with a channel to see its funnel.</EmptyState>
          ) : (
            <DataTable label="Funnel" columns={COLUMNS} rows={steps} rowKey={({ stepId }) => stepId} />
          )
        }
      </Loaded>
      <Text size="sm" c="dimmed">
        Messages of the period, each once per stage. Delivered needs reports of the provider; opened and clicked need
        them, or tracking of the email integration. Scanners and privacy proxies are not counted.
      </Text>
    </Stack>
  );
}

function column(name: string, stage: Stage): Column<FunnelStep> {
  return { name, cell: (step) => <Reached step={step} stage={stage} />, width: 150 };
}

/** A number, its share of what was sent, and a bar as long as that. */
function Reached({ step, stage }: { step: FunnelStep; stage: Stage }) {
  if (!STAGES[step.channel ?? 'unknown'].includes(stage)) return <Text size="sm">–</Text>;
  const count = step[stage];
  const share = step.sent === 0 ? 0 : Math.min(1, count / step.sent);
  return (
    <div>
      <Text size="sm" component="span">
        {count.toLocaleString()}
        {stage !== 'sent' && step.sent > 0 && ` (${Math.round(share * 100)}%)`}
      </Text>
      {step.sent > 0 && (
        <div className={classes.share} aria-hidden>
          <div style={{ width: `${share * 100}%` }} />
        </div>
      )}
    </div>
  );
}

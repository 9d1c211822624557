import { Text } from '@mantine/core';
import { memo, useDeferredValue } from 'react';
import { type Column, DataTable } from '../../ui/data-table';
import { TextLink } from '../../ui/links';
import { StatusBadge } from '../../ui/status-badge';
import { Time } from '../../ui/time';
import { stepName } from '../../ui/step-name';
import { durationText } from './duration';
import { explain, recipientOf, toExplained } from './explanation';
import type { RunEntry } from './reads';
import { InWords } from './sentence';
import { StepDots } from './step-dots';
import { verdictOf } from './verdict';
import { outcomeOf, statusWord } from './words';

const COLUMNS: Column<RunEntry>[] = [
  {
    name: 'Recipient',
    cell: (run) => (
      <TextLink to="/activity/$notificationId" params={{ notificationId: run._id }} size="sm">
        {recipientOf(run)}
      </TextLink>
    ),
  },
  {
    name: 'Workflow',
    cell: ({ template, isTest }) => `${isTest ? 'Test · ' : ''}${template?.name ?? 'deleted'}`,
  },
  {
    name: 'Status',
    cell: ({ status }) => <StatusBadge outcome={outcomeOf(status)} word={statusWord(status)} />,
    width: 130,
  },
  { name: 'Steps', cell: ({ jobs }) => <StepDots steps={jobs} />, width: 110 },
  { name: 'Reason', cell: (run) => <Why run={run} /> },
  { name: 'Started', cell: ({ startedAt }) => <Time at={startedAt} />, width: 160 },
  { name: 'Duration', cell: (run) => tookText(run), width: 90 },
];

/** Many rows of a live list may change at once. They are drawn in parts, so that the browser stays responsive. */
export function RunTable({ runs }: { runs: RunEntry[] }) {
  return <Rows runs={useDeferredValue(runs)} />;
}

const Rows = memo(function Rows({ runs }: { runs: RunEntry[] }) {
  return <DataTable label="Activity" columns={COLUMNS} rows={runs} rowKey={({ _id }) => _id} />;
});

/** The reason of the step that decided the run, in words. */
function Why({ run }: { run: RunEntry }) {
  const who = recipientOf(run);
  const { step, summary } = verdictOf(run, who);
  if (summary !== undefined) return summary;
  if (!step) return null;
  return (
    <Text size="sm" component="div">
      {stepName(step.type)}: <InWords sentence={explain(toExplained(step), who).why} />
    </Text>
  );
}

function tookText({ startedAt, endedAt }: RunEntry): string | null {
  return endedAt === undefined ? null : durationText(Date.parse(endedAt) - Date.parse(startedAt));
}

import { ActionIcon, Badge, Checkbox, Group, Paper, Stack, Text, UnstyledButton } from '@mantine/core';
import { ChevronDown, ChevronRight } from 'lucide-react';
import type { Schemas } from '../../api/client';
import { FieldDiffs } from '../../ui/field-diffs';
import { Time } from '../../ui/time';
import type { PlannedResource } from './plan';
import type { ResourceDiff } from './reads';
import { ACTION_COLORS, ACTION_WORDS } from './words';

type Change = Schemas['ChangeDto'];

interface ResourceRowProps {
  diff: ResourceDiff;
  plan: PlannedResource;
  isPicked: boolean;
  isOpen: boolean;
  onPick: (isPicked: boolean) => void;
  onOpen: (isOpen: boolean) => void;
}

/** A resource that differs: whether it is published, and its differences when it is open. */
export function ResourceRow({ diff, plan, isPicked, isOpen, onPick, onOpen }: ResourceRowProps) {
  const { kind, name, action } = plan;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <Paper withBorder component="li" p="xs" style={{ listStyle: 'none' }}>
      <Group wrap="nowrap" gap="xs">
        <Checkbox
          checked={isPicked}
          onChange={({ currentTarget }) => onPick(currentTarget.checked)}
          aria-label={`Publish the ${kind} ${name}`}
        />
        <UnstyledButton onClick={() => onOpen(!isOpen)} aria-expanded={isOpen} flex={1} miw={0}>
          <Group gap="xs" justify="space-between" wrap="nowrap">
            <Stack gap={0} miw={0}>
              <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Text>
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {kind} {plan.id} · {summaryOf(diff, plan)}
              </Text>
            </Stack>
            <Group gap={4} wrap="nowrap" flex="none">
              <Badge variant="outline" color={ACTION_COLORS[action]} flex="none">
                {ACTION_WORDS[action]}
              </Badge>
              <ActionIcon component="span" variant="transparent" c="dimmed" size="sm">
                <Chevron size={16} aria-hidden />
              </ActionIcon>
            </Group>
          </Group>
        </UnstyledButton>
      </Group>
      {isOpen && (
        <Stack mt="sm" gap="md">
          <Author diff={diff} />
          {action === 'create' && <Text size="sm">New in the target.</Text>}
          {diff.changes.map((change, index) => (
            // A step can be deleted and added with the same name.
            <ChangeDetails key={index} change={change} />
          ))}
        </Stack>
      )}
    </Paper>
  );
}

function summaryOf({ changes }: ResourceDiff, { action, layouts }: PlannedResource): string {
  const steps = changes.filter(({ kind }) => kind === 'step').length;
  const own = changes.length > steps ? ['settings'] : [];
  const parts = steps === 0 ? own : [...own, steps === 1 ? '1 step' : `${steps} steps`];
  const along = layouts.length > 0 ? `; brings the layout ${layouts.join(', ')}` : '';
  return action === 'delete' ? 'only in the target: deleted if selected' : `${parts.join(' and ')}${along}`;
}

function Author({ diff: { sourceResource } }: { diff: ResourceDiff }) {
  if (!sourceResource?.updatedAt) return null;
  const { updatedAt, updatedBy } = sourceResource;
  return (
    <Text size="xs" c="dimmed">
      Saved <Time at={updatedAt} />
      {updatedBy && ` by ${updatedBy.firstName}`}
    </Text>
  );
}

const CHANGE_WORDS: Record<Change['action'], string> = {
  added: 'added',
  modified: 'changed',
  deleted: 'deleted',
  moved: 'moved',
  unchanged: 'unchanged',
};

function ChangeDetails({ change }: { change: Change }) {
  const { kind, action, sourceResource, targetResource, stepType, previousIndex, newIndex } = change;
  const name = (sourceResource ?? targetResource)?.name ?? '';
  const isMoved = previousIndex !== undefined && newIndex !== undefined;
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600} component="h2" style={{ overflowWrap: 'anywhere' }}>
        {kind === 'step' ? `Step ${name}${stepType === undefined ? '' : ` (${stepType})`}` : 'Settings'}
        {`: ${CHANGE_WORDS[action]}`}
        {isMoved && `, from place ${previousIndex + 1} to ${newIndex + 1}`}
      </Text>
      <FieldDiffs of={name} before={change.diffs?.previous ?? {}} after={change.diffs?.new ?? {}} />
    </Stack>
  );
}

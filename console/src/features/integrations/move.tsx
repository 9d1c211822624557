import { Group } from '@mantine/core';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { useEnvironment } from '../../api/session';
import { PermittedButton } from '../../ui/permitted';
import { type Ordered, prioritiesAfter } from './order';

/** Moves an integration before or behind another, by the priorities of both. */
export function Move({ ordered: { integration, among } }: { ordered: Ordered }) {
  const environment = useEnvironment();
  const place = among?.indexOf(integration) ?? 0;
  const move = useChange({
    run: async (to: number) => {
      // The lowest first: if one fails, what was moved is still behind what it was behind before.
      for (const { integration: one, priority } of prioritiesAfter(among ?? [], place, to)) {
        const params = { path: { integrationId: one._id } };
        await responseOf(
          api(environment).PUT('/v1/integrations/{integrationId}', { params, body: { priority } as never }),
        );
      }
      return to;
    },
    resource: 'integrations',
    environment,
    done: (to) => `${integration.name} is ${to + 1} of ${among?.length} now`,
  });
  if (among === undefined || among.length < 2) return null;
  const step = (word: string, to: number, Icon: typeof ChevronUp) => {
    const isEnd = to < 0 || to >= among.length;
    return (
      <PermittedButton
        permission="integrations:write"
        variant="default"
        size="compact-xs"
        px={4}
        aria-label={`Move ${integration.name} ${word}`}
        // It keeps the focus at the end of the list, which a disabled button would lose.
        data-disabled={isEnd || undefined}
        aria-disabled={isEnd || move.isPending}
        onClick={() => !isEnd && !move.isPending && move.mutate(to)}
      >
        <Icon size={14} aria-hidden />
      </PermittedButton>
    );
  };
  return (
    <Group gap={4} wrap="nowrap">
      {step('up', place - 1, ChevronUp)}
      {step('down', place + 1, ChevronDown)}
    </Group>
  );
}

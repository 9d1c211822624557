import { Alert, Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowRight, RefreshCw } from 'lucide-react';
import type { Environment } from '../../api/client';
import { useEnvironment, useSession } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { EmptyState } from '../../ui/states';
import { pickedOf, pickOf, planned } from './plan';
import { PublicationProgress } from './progress';
import { usePublication } from './publication';
import { Publish } from './publish';
import { comparison, type Comparison, comparisonRequest, type ComparisonSearch, pairOf } from './reads';
import { PublishChecks, usePublishChecks } from './publish-checks';
import { ResourceRow } from './resource-row';

/** Two environments compared resource by resource, and the way from one to the other. */
export function CompareEnvironments({ search }: { search: ComparisonSearch }) {
  const { environments } = useSession();
  const { source, target } = pairOf(search, useEnvironment(), environments);
  return (
    <>
      <PageHeader
        title="Compare environments"
        about="See what publishing would change before you publish."
        back={
          <TextLink to="/environments" size="sm">
            Environments
          </TextLink>
        }
      >
        {source && target && <AsCurl request={comparisonRequest(source, target)} />}
      </PageHeader>
      {source && target ? (
        <>
          <Pair source={source} target={target} environments={environments} />
          {source.id === target.id ? (
            <Alert color="yellow" variant="outline" title="Choose two different environments">
              Source and target must differ.
            </Alert>
          ) : (
            <Compared key={`${source.id} ${target.id}`} source={source} target={target} search={search} />
          )}
        </>
      ) : (
        <EmptyState title="Nothing to compare" action={<TextLink to="/environments">Environments</TextLink>}>
          Comparing needs two environments in which you have a role.
        </EmptyState>
      )}
    </>
  );
}

interface Ends {
  source: Environment;
  target: Environment;
}

function Pair({ source, target, environments }: Ends & { environments: readonly Environment[] }) {
  const change = useSearchChange();
  const options = environments.map(({ identifier, name }) => ({ value: identifier, label: name }));
  const choose = (ends: ComparisonSearch) =>
    change({ from: source.identifier, to: target.identifier, ...ends, pick: undefined, open: undefined });
  return (
    <Group mb="md" align="flex-end" gap="xs">
      <NativeSelect
        label="From"
        data={options}
        value={source.identifier}
        onChange={({ currentTarget }) => choose({ from: currentTarget.value })}
      />
      <ArrowRight size={18} aria-hidden style={{ marginBottom: 8 }} />
      <NativeSelect
        label="To"
        data={options}
        value={target.identifier}
        onChange={({ currentTarget }) => choose({ to: currentTarget.value })}
      />
    </Group>
  );
}

function Compared({ source, target, search }: Ends & { search: ComparisonSearch }) {
  const found = useQuery(comparison(source, target));
  const publication = usePublication(source, target);
  const { items, isRunning, start, stop, clear } = publication;
  return (
    <>
      {items && (
        <PublicationProgress items={items} target={target.name} isRunning={isRunning} onStop={stop} onClose={clear} />
      )}
      <Loaded query={found}>
        {(data) =>
          data.summary.hasChanges ? (
            <Differences {...{ source, target, search, data, isRunning }} onPublish={start} again={found.refetch} />
          ) : (
            <EmptyState title={`${target.name} is the same as ${source.name}`}>
              All {data.summary.totalEntities} workflows and layouts are equal. Change something in {source.name}, and
              come back to publish it.
            </EmptyState>
          )
        }
      </Loaded>
    </>
  );
}

interface DifferencesProps extends Ends {
  search: ComparisonSearch;
  data: Comparison;
  isRunning: boolean;
  onPublish: ReturnType<typeof usePublication>['start'];
  again: () => unknown;
}

function Differences({ source, target, search, data, isRunning, onPublish, again }: DifferencesProps) {
  const change = useSearchChange();
  const plan = data.resources.map(planned);
  const picked = pickedOf(search.pick, plan);
  const pick = (keys: Iterable<string>) => change({ pick: pickOf(new Set(keys), plan) });
  const chosen = plan.filter(({ key }) => picked.has(key));
  const { found, isChecking } = usePublishChecks(source, target, chosen);
  const others = (key: string) => [...picked].filter((one) => one !== key);
  return (
    <Stack gap="xs">
      <PublishChecks found={found} source={source} target={target} />
      <Group justify="space-between">
        <Checkbox
          label={`${picked.size} of ${plan.length} differences`}
          checked={picked.size === plan.length}
          indeterminate={picked.size > 0 && picked.size < plan.length}
          onChange={() => pick(picked.size === plan.length ? [] : plan.map(({ key }) => key))}
        />
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            leftSection={<RefreshCw size={14} aria-hidden />}
            onClick={() => void again()}
          >
            Compare again
          </Button>
          <Publish
            source={source}
            target={target}
            plan={chosen}
            issues={found.flatMap(({ findings }) => findings)}
            isRunning={isRunning || isChecking}
            onPublish={onPublish}
          />
        </Group>
      </Group>
      <Stack gap="xs" component="ul" p={0} m={0} aria-label="Differences">
        {data.resources.map((diff, index) => {
          const one = plan[index]!;
          return (
            <ResourceRow
              key={one.key}
              diff={diff}
              plan={one}
              isPicked={picked.has(one.key)}
              isOpen={search.open === one.key}
              onPick={(isPicked) => pick(isPicked ? [...picked, one.key] : others(one.key))}
              onOpen={(isOpen) => change({ open: isOpen ? one.key : undefined })}
            />
          );
        })}
      </Stack>
      <Text size="xs" c="dimmed">
        {data.summary.totalEntities - plan.length} other workflows and layouts are equal.
      </Text>
    </Stack>
  );
}

/** Changes the address of this screen, without a new entry in the history. */
function useSearchChange(): (next: ComparisonSearch) => void {
  const navigate = useNavigate();
  return (next) =>
    void navigate({
      to: '.',
      search: ((now: object) => ({ ...now, ...next })) as never,
      replace: true,
      resetScroll: false,
    });
}

import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../../api/client';
import { query } from '../../../api/read';
import { useEnvironment } from '../../../api/session';
import { AsCurl } from '../../../ui/as-curl';
import { FieldDiffs } from '../../../ui/field-diffs';
import { TextLink } from '../../../ui/links';
import { Loaded } from '../../../ui/loaded';
import { PermittedButton } from '../../../ui/permitted';
import { Time } from '../../../ui/time';
import { comparable, type Workflow } from '../draft';
import { versionList, versionOf } from '../reads';
import classes from './editor.module.css';

type Version = Schemas['WorkflowVersionDto'];

interface HistoryTabProps {
  workflowId: string;
  /** Number of the version that the address names. */
  chosen: string | undefined;
  /** Puts a version into the editor, to be looked at and saved. */
  onRestore: (version: Workflow) => void;
}

/** The versions of a workflow: who saved which, what each save changed, and the way back. */
export function HistoryTab({ workflowId, chosen, onRestore }: HistoryTabProps) {
  const request = versionList(workflowId);
  const versions = useQuery(query(request, useEnvironment()));
  return (
    <Loaded query={versions}>
      {({ data }) => {
        const place = Math.max(
          0,
          data.findIndex(({ version }) => String(version) === chosen),
        );
        return (
          <Stack>
            <Group justify="space-between">
              <Text size="sm" c="dimmed">
                Each save makes a version. The last 50 are kept.{' '}
                <TextLink
                  to="/audit"
                  search={{ resource: 'workflows', resourceId: workflowId } as never}
                  size="sm"
                  underline="always"
                >
                  View in audit log
                </TextLink>
              </Text>
              <AsCurl request={request} />
            </Group>
            <div className={classes.history}>
              <VersionChoice versions={data} chosen={data[place]} />
              <VersionDetail
                key={data[place]!.version}
                workflowId={workflowId}
                version={data[place]!}
                before={data[place + 1]}
                isCurrent={place === 0}
                onRestore={onRestore}
              />
            </div>
          </Stack>
        );
      }}
    </Loaded>
  );
}

function VersionChoice({ versions, chosen }: { versions: Version[]; chosen: Version | undefined }) {
  return (
    <nav aria-label="Versions">
      <ol className={classes.list}>
        {versions.map((version, index) => (
          <li key={version.version}>
            <Link
              to="."
              search={(now) => ({ ...now, version: String(version.version) })}
              replace
              resetScroll={false}
              className={classes.version}
              aria-current={version === chosen ? 'true' : undefined}
            >
              <Group gap="xs">
                <Text size="sm" fw={600}>
                  Version {version.version}
                </Text>
                {index === 0 && <Badge variant="outline">current</Badge>}
              </Group>
              <Text size="xs" c="dimmed" component="div">
                <Time at={version.savedAt} />
                {version.savedBy?.firstName && ` by ${version.savedBy.firstName}`}
              </Text>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface VersionDetailProps {
  workflowId: string;
  version: Version;
  /** The version before it; undefined for the first one that is kept. */
  before: Version | undefined;
  isCurrent: boolean;
  onRestore: (version: Workflow) => void;
}

function VersionDetail({ workflowId, version: { version }, before, isCurrent, onRestore }: VersionDetailProps) {
  const environment = useEnvironment();
  const own = useQuery(query(versionOf(workflowId, version), environment));
  const former = useQuery({
    ...query(versionOf(workflowId, before?.version ?? 0), environment),
    enabled: before !== undefined,
  });
  return (
    <Paper withBorder p="md" component="section" aria-label={`Version ${version}`}>
      <Loaded query={own}>
        {({ data }) => (
          <Stack gap="sm">
            <Group justify="space-between">
              <Title order={2} size="h5">
                {before ? `What version ${version} changed` : `Version ${version}`}
              </Title>
              {!isCurrent && (
                <PermittedButton permission="workflows:write" size="xs" onClick={() => onRestore(data)}>
                  Restore to editor
                </PermittedButton>
              )}
            </Group>
            {before ? (
              <Loaded query={former}>{({ data: was }) => <Differences was={was} is={data} />}</Loaded>
            ) : (
              <Text size="sm">
                {version === 1
                  ? `It was made with ${data.steps.length} ${data.steps.length === 1 ? 'step' : 'steps'}.`
                  : 'The previous version is no longer kept.'}
              </Text>
            )}
          </Stack>
        )}
      </Loaded>
    </Paper>
  );
}

function Differences({ was, is }: { was: Workflow; is: Workflow }) {
  const [before, after] = [comparable(was), comparable(is)];
  if (JSON.stringify(before) === JSON.stringify(after)) return <Text size="sm">No differences.</Text>;
  return <FieldDiffs of={is.name} before={before} after={after} />;
}

import { Alert, Badge, Button, Group, Switch, Tabs, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useEnvironment, useRefusal } from '../../../api/session';
import { AsCurl } from '../../../ui/as-curl';
import { ChannelProblems } from '../../../ui/channel-problems';
import { CheckPanel } from '../../../ui/check-panel';
import { CopyText } from '../../../ui/copy';
import { LeaveGuard } from '../../../ui/leave-guard';
import { TextLink } from '../../../ui/links';
import { PageHeader } from '../../../ui/page-header';
import { PermittedButton } from '../../../ui/permitted';
import { ProblemAlert } from '../../../ui/states';
import { useCheck } from '../../../ui/use-check';
import { requestOf, type Workflow } from '../draft';
import { type EditorSearch, statusOf, TABS, workflow as workflowRead } from '../reads';
import { WorkflowBadge } from '../status';
import { CodeTab } from './code-tab';
import { FunnelTab } from './funnel-tab';
import { HistoryTab } from './history-tab';
import { PayloadTab } from './payload-tab';
import { PreferencesTab } from './preferences-tab';
import { useSamples } from './samples/use-samples';
import { SettingsTab } from './settings-tab';
import { StepsInCode } from './steps-in-code';
import { StepsTab } from './steps-tab';
import { payloadOf, type TestData } from './test-data';
import { TestTab } from './test-tab';
import { useDraft } from './use-draft';
import { useGoal } from './use-goal';

const TAB_NAMES: Record<(typeof TABS)[number], string> = {
  steps: 'Steps',
  settings: 'Settings',
  payload: 'Payload',
  preferences: 'Preferences',
  test: 'Test',
  code: 'Code',
  funnel: 'Funnel',
  history: 'History',
};

/** Everything of a workflow. What is entered on any tab is saved together. */
export function WorkflowEditor({ workflow, search }: { workflow: Workflow; search: EditorSearch }) {
  const environment = useEnvironment();
  const checking = useCheck(environment);
  const state = useDraft(workflow, () => checking.mutate({ workflowId: workflow.workflowId }));
  const { draft, change, isDirty, save } = state;
  const { tab = 'steps' } = search;
  const navigate = useNavigate();
  const mayNot = useRefusal('workflows:write') !== undefined;
  const isInCode = workflow.origin === 'external';
  const go = (part: EditorSearch) => void navigate({ to: '.', search: (now) => ({ ...now, ...part }), replace: true });
  const samples = useSamples(workflow, state, search.data, (data) => go({ data }));
  const { payload } = samples;
  const check = () =>
    checking.mutate({
      workflowId: workflow.workflowId,
      ...(isDirty && { draft: requestOf(draft), first: state.storeTexts }),
      payload: payloadOf(payload),
    });
  const { goal, forget, goTo } = useGoal(state, search, go);
  useHotkeys([['mod+S', () => !mayNot && save()]], [], true);
  const test: TestData = {
    samples,
    person: search.person,
    setPerson: (person) => go({ person }),
    language: search.language,
    setLanguage: (language) => go({ language }),
    frame: search,
    setFrame: go,
  };
  return (
    <>
      <PageHeader
        title={draft.name || workflow.workflowId}
        back={
          <TextLink to="/workflows" size="sm">
            Workflows
          </TextLink>
        }
        about={
          <Group gap="xs">
            <CopyText text={workflow.workflowId} label="Copy ID" />
            <WorkflowBadge status={statusOf(workflow)} />
            {isInCode && <Badge variant="outline">In code</Badge>}
            {isDirty && (
              <Badge variant="outline" color="orange">
                Unsaved
              </Badge>
            )}
          </Group>
        }
      >
        <Switch
          label="Active"
          checked={draft.active}
          disabled={mayNot}
          onChange={({ currentTarget }) => change({ active: currentTarget.checked })}
        />
        <AsCurl request={workflowRead(workflow.workflowId)} />
        <Button
          variant="default"
          size="xs"
          leftSection={<Check size={14} aria-hidden />}
          loading={checking.isPending}
          onClick={check}
        >
          Check
        </Button>
        <Button variant="default" size="xs" onClick={() => go({ tab: 'test' })}>
          Test
        </Button>
        <Button variant="default" size="xs" disabled={!isDirty} onClick={state.discard}>
          Discard
        </Button>
        <PermittedButton
          permission="workflows:write"
          size="xs"
          disabled={!isDirty}
          loading={state.isSaving}
          onClick={save}
          title="Ctrl S"
        >
          Save
        </PermittedButton>
      </PageHeader>
      <LeaveGuard isDirty={isDirty} />
      <CheckPanel check={checking} onGo={goTo} />
      {workflow.active && <ChannelProblems channels={workflow.steps.map(({ type }) => type)} />}
      {state.problem && <ProblemAlert error={state.problem} />}
      {state.isOutdated && !state.problem && (
        <Alert color="orange" variant="outline" title="This workflow was changed since you opened it">
          Save to replace it with what you see here, or discard your changes to see it.
        </Alert>
      )}
      <Tabs
        value={tab}
        onChange={(next) => go({ tab: (next ?? undefined) as EditorSearch['tab'] })}
        keepMounted={false}
      >
        <Tabs.List mb="md" mt="xs">
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {TAB_NAMES[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="steps">
          {isInCode ? (
            <StepsInCode workflow={workflow} />
          ) : (
            <StepsTab
              workflow={workflow}
              state={state}
              readOnly={mayNot}
              selected={search.step}
              onSelect={(step) => {
                forget();
                go({ step, field: undefined });
              }}
              goal={goal}
              test={test}
            />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <SettingsTab workflow={workflow} state={state} readOnly={mayNot || isInCode} goal={goal} />
        </Tabs.Panel>
        <Tabs.Panel value="payload">
          <PayloadTab state={state} readOnly={mayNot || isInCode} test={test} />
        </Tabs.Panel>
        <Tabs.Panel value="preferences">
          <PreferencesTab workflow={workflow} state={state} readOnly={mayNot} />
        </Tabs.Panel>
        <Tabs.Panel value="test">
          <TestTab workflow={workflow} state={state} test={test} readOnly={mayNot} onCheck={check} />
        </Tabs.Panel>
        <Tabs.Panel value="code">
          <CodeTab workflowId={workflow.workflowId} payload={payload} person={search.person} />
        </Tabs.Panel>
        <Tabs.Panel value="funnel">
          <FunnelTab workflowId={workflow.workflowId} period={search.period} onPeriod={(period) => go({ period })} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <HistoryTab
            workflowId={workflow.workflowId}
            chosen={search.version}
            onRestore={(version) => {
              state.restore(version);
              go({ tab: undefined, step: undefined });
            }}
          />
        </Tabs.Panel>
      </Tabs>
      {mayNot && (
        <Text size="sm" c="dimmed" mt="sm">
          You can view and test this workflow, but not change it.
        </Text>
      )}
    </>
  );
}

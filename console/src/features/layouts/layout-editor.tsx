import { Badge, Button, Group, Paper, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import { useChange } from '../../api/change';
import { api, responseOf, type Schemas } from '../../api/client';
import { Problem } from '../../api/problem';
import { useEnvironment, useRefusal } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { isBlocks } from '../../ui/blocks';
import { CodeEditor } from '../../ui/code-editor';
import { ConvertBlocks } from '../../ui/convert-blocks';
import { CopyText } from '../../ui/copy';
import { LeaveGuard } from '../../ui/leave-guard';
import { TextLink } from '../../ui/links';
import { PageHeader } from '../../ui/page-header';
import { PermittedButton } from '../../ui/permitted';
import { ProblemAlert } from '../../ui/states';
import { BlockField } from '../editor/block-field';
import { DeleteLayout } from './delete-layout';
import { DuplicateLayout } from './duplicate-layout';
import classes from './layout-editor.module.css';
import { LayoutPreview } from './layout-preview';
import { LayoutUsage } from './layout-usage';
import { layout as layoutRead, type LayoutEditorSearch } from './reads';

type Layout = Schemas['LayoutDto'];

const BODY_FIELD = 'controlValues.email.body';

/** A frame of emails: its name and its HTML, beside what becomes of it. */
export function LayoutEditor({ layout, search }: { layout: Layout; search: LayoutEditorSearch }) {
  const { layoutId } = layout;
  const environment = useEnvironment();
  const mayNot = useRefusal('layouts:write') !== undefined;
  const [saved, setSaved] = useState(() => fieldsOf(layout));
  const [fields, setFields] = useState(saved);
  const [problem, setProblem] = useState<Error>();
  // What the body was before it was converted; undone only until that is saved.
  const [blocks, setBlocks] = useState<string>();
  const isDirty = JSON.stringify(fields) !== JSON.stringify(saved);
  const { mutate, isPending } = useChange({
    run: ({ body, ...others }: typeof fields) =>
      responseOf(
        api(environment).PUT('/v2/layouts/{layoutId}', {
          params: { path: { layoutId } },
          body: { ...others, controlValues: { email: { body, editorType: isBlocks(body) ? 'block' : 'html' } } },
        }),
      ),
    resource: 'layouts',
    environment,
    done: 'Saved',
    onDone: (_body, sent) => {
      setSaved(sent);
      setBlocks(undefined);
    },
    onProblem: setProblem,
  });
  const save = () => {
    setProblem(undefined);
    if (isDirty && !mayNot) mutate(fields);
  };
  const discard = () => {
    setFields(saved);
    setBlocks(undefined);
  };
  const setBody = (body: string) => setFields((now) => ({ ...now, body }));
  useHotkeys([['mod+S', save]], [], true);
  const inBlocks = isBlocks(fields.body);
  const ofBody = problem instanceof Problem ? problem.fields[BODY_FIELD] : undefined;
  return (
    <>
      <PageHeader
        title={fields.name || layoutId}
        back={
          <TextLink to="/layouts" size="sm">
            Layouts
          </TextLink>
        }
        about={
          <Group gap="xs">
            <CopyText text={layoutId} label="Copy ID" />
            {layout.isDefault && <Badge variant="outline">Default</Badge>}
            {isDirty && (
              <Badge variant="outline" color="orange">
                Unsaved
              </Badge>
            )}
          </Group>
        }
      >
        <AsCurl request={layoutRead(layoutId)} />
        <DuplicateLayout layout={layout} />
        <Button variant="default" size="xs" disabled={!isDirty} onClick={discard}>
          Discard
        </Button>
        <PermittedButton
          permission="layouts:write"
          size="xs"
          disabled={!isDirty}
          loading={isPending}
          onClick={save}
          title="Ctrl S"
        >
          Save
        </PermittedButton>
      </PageHeader>
      <LeaveGuard isDirty={isDirty} />
      {problem && ofBody === undefined && <ProblemAlert error={problem} />}
      <div className={classes.halves} data-wide={inBlocks || undefined}>
        <Paper withBorder p="md" mt="xs">
          <Stack>
            <TextInput
              label="Name"
              value={fields.name}
              readOnly={mayNot}
              autoComplete="off"
              onChange={({ currentTarget }) => setFields({ ...fields, name: currentTarget.value })}
            />
            {inBlocks ? (
              <BlockField
                label="Blocks"
                description="The email comes where the variable content stands."
                error={ofBody}
                value={fields.body}
                readOnly={mayNot}
                variables={layout.variables}
                onChange={setBody}
              />
            ) : (
              <CodeEditor
                label="HTML"
                description="A Liquid template. The email comes where {{content}} stands."
                error={ofBody}
                language="html"
                value={fields.body}
                readOnly={mayNot}
                variables={layout.variables}
                onChange={setBody}
              />
            )}
            {inBlocks && (
              <Group>
                <ConvertBlocks
                  body={fields.body}
                  document
                  permission="layouts:write"
                  onConvert={(html) => {
                    setBlocks(fields.body);
                    setBody(html);
                  }}
                />
              </Group>
            )}
            {blocks !== undefined && !inBlocks && (
              <Group>
                <Button
                  variant="default"
                  size="xs"
                  onClick={() => {
                    setBody(blocks);
                    setBlocks(undefined);
                  }}
                >
                  Back to the blocks
                </Button>
              </Group>
            )}
            <Switch
              label="Localization"
              description="Texts of the form {{t.imprint}} are looked up in the language of each person."
              checked={fields.isTranslationEnabled}
              disabled={mayNot}
              onChange={({ currentTarget }) => setFields({ ...fields, isTranslationEnabled: currentTarget.checked })}
            />
            {layout.isTranslationEnabled && (
              <Text size="sm">
                <TextLink
                  to="/translations/$resourceType/$resourceId"
                  params={{ resourceType: 'layout', resourceId: layoutId }}
                  size="sm"
                >
                  Translations of this layout
                </TextLink>
              </Text>
            )}
          </Stack>
        </Paper>
        <Stack mt="xs">
          <LayoutPreview layout={layout} body={fields.body} search={search} />
          <LayoutUsage layout={layout} />
          <div>
            <DeleteLayout layout={layout} />
          </div>
        </Stack>
      </div>
    </>
  );
}

function fieldsOf({ name, isTranslationEnabled, controls }: Layout) {
  return { name, isTranslationEnabled, body: controls.values.email?.body ?? '' };
}

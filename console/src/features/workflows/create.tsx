import { Group, Paper, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/change';
import { api, responseOf } from '../../api/client';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { useFormProblem } from '../../ui/form-problem';
import { ButtonLink, TextLink } from '../../ui/links';
import { PageHeader } from '../../ui/page-header';
import { PermittedButton } from '../../ui/permitted';
import { type Template, TemplateGallery } from './templates';

/** The form for a new workflow: blank, or from a template. Steps are added in the editor. */
export function CreateWorkflow() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const form = useForm({ initialValues: { name: '', workflowId: '', description: '' } });
  const problem = useFormProblem(form);
  const [template, setTemplate] = useState<Template>();
  const bodyOf = ({ name, workflowId, description }: typeof form.values) => ({
    ...template?.workflow,
    name,
    workflowId: workflowId.trim() || undefined,
    description: description.trim() || undefined,
    steps: template?.workflow.steps ?? [],
  });
  const choose = (next: Template | undefined) => {
    setTemplate(next);
    const { name = '', workflowId = '', description = '' } = next?.workflow ?? {};
    form.setValues({ name, workflowId, description });
    window.scrollTo({ top: 0 });
  };
  const create = useChange({
    run: async (values: typeof form.values) => {
      const body = bodyOf(values) as never;
      const created = await responseOf(api(environment).POST('/v2/workflows', { params: { query: {} }, body }));
      const resource = { resourceType: 'workflow' as const, resourceId: created.data.workflowId };
      for (const [locale, content] of Object.entries(template?.translations ?? {}))
        await responseOf(api(environment).POST('/v2/translations', { body: { ...resource, locale, content } }));
      return created;
    },
    resource: 'workflows',
    environment,
    done: 'Created. It is inactive until you switch it on.',
    onDone: ({ data: { workflowId } }) => navigate({ to: '/workflows/$workflowId', params: { workflowId } }),
    onProblem: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    create.mutate(values);
  });
  return (
    <>
      <PageHeader
        title="Create workflow"
        back={
          <TextLink to="/workflows" size="sm">
            Workflows
          </TextLink>
        }
      >
        <AsCurl request={{ method: 'POST', path: '/v2/workflows', body: bodyOf(form.values) }} />
      </PageHeader>
      <Paper withBorder p="md" mb="lg">
        <form onSubmit={submit} noValidate>
          <Stack>
            <TextInput
              label="Name"
              description="Such as Order shipped."
              required
              autoFocus
              autoComplete="off"
              {...form.getInputProps('name')}
            />
            <TextInput
              label="ID"
              description="Used in triggers, such as order-shipped. Leave empty to create it from the name; it cannot be changed later."
              autoComplete="off"
              {...form.getInputProps('workflowId')}
            />
            <TextInput
              label="Description"
              description="When it is sent, and to whom."
              autoComplete="off"
              {...form.getInputProps('description')}
            />
            {problem.alert}
            <Group justify="flex-end">
              <ButtonLink to="/workflows" variant="default">
                Cancel
              </ButtonLink>
              <PermittedButton permission="workflows:write" type="submit" loading={create.isPending}>
                Create
              </PermittedButton>
            </Group>
          </Stack>
        </form>
      </Paper>
      <TemplateGallery chosen={template?.templateId} onChoose={choose} />
    </>
  );
}

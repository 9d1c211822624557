import { Group, Paper, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../api/change';
import { api, responseOf } from '../../api/client';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { useFormProblem } from '../../ui/form-problem';
import { ButtonLink, TextLink } from '../../ui/links';
import { PageHeader } from '../../ui/page-header';
import { PermittedButton } from '../../ui/permitted';

/** What a layout starts with: the least that can frame an email. */
const STARTS = {
  block: JSON.stringify({
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'variable', attrs: { id: 'content' } }] }],
  }),
  html: `<!doctype html>
<html>
  <body style="font-family: sans-serif">
    {{content}}
  </body>
</html>
`,
};

const EDITORS = [
  { value: 'block', label: 'Blocks' },
  { value: 'html', label: 'HTML' },
];

/** The form for a new layout; its content is written in the editor. */
export function CreateLayout() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const form = useForm({ initialValues: { name: '', layoutId: '', editorType: 'block' as keyof typeof STARTS } });
  const problem = useFormProblem(form);
  const bodyOf = ({ name, layoutId }: typeof form.values) => ({
    name,
    layoutId: layoutId.trim(),
    isTranslationEnabled: false,
  });
  const create = useChange({
    run: async (values: typeof form.values) => {
      const { POST, PUT } = api(environment);
      const { name, editorType } = values;
      const created = await responseOf(POST('/v2/layouts', { body: bodyOf(values) }));
      const params = { path: { layoutId: created.data.layoutId } };
      const controlValues = { email: { body: STARTS[editorType], editorType } };
      return responseOf(PUT('/v2/layouts/{layoutId}', { params, body: { name, controlValues } }));
    },
    resource: 'layouts',
    environment,
    done: 'Created',
    onDone: ({ data: { layoutId } }) => navigate({ to: '/layouts/$layoutId', params: { layoutId } }),
    onProblem: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    create.mutate(values);
  });
  return (
    <>
      <PageHeader
        title="Create layout"
        back={
          <TextLink to="/layouts" size="sm">
            Layouts
          </TextLink>
        }
      >
        <AsCurl request={{ method: 'POST', path: '/v2/layouts', body: bodyOf(form.values) }} />
      </PageHeader>
      <Paper withBorder p="md" maw={760}>
        <form onSubmit={submit} noValidate>
          <Stack>
            <TextInput
              label="Name"
              description="Such as Shop frame."
              required
              autoFocus
              autoComplete="off"
              {...form.getInputProps('name')}
            />
            <TextInput
              label="ID"
              description="Such as shop-frame. It cannot be changed later."
              required
              autoComplete="off"
              {...form.getInputProps('layoutId')}
            />
            <SegmentedControl
              aria-label="Editor"
              data={EDITORS}
              style={{ alignSelf: 'flex-start' }}
              {...form.getInputProps('editorType')}
            />
            {problem.alert}
            <Group justify="flex-end">
              <ButtonLink to="/layouts" variant="default">
                Cancel
              </ButtonLink>
              <PermittedButton permission="layouts:write" type="submit" loading={create.isPending}>
                Create
              </PermittedButton>
            </Group>
          </Stack>
        </form>
      </Paper>
    </>
  );
}

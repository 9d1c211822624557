import { ColorInput, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { api, responseOf, type Environment } from '../../api/client';
import { useChange } from '../../api/change';
import { refresh } from '../../api/read';
import { useRefusal } from '../../api/session';
import { useFormProblem } from '../../ui/form-problem';
import { PermittedButton } from '../../ui/permitted';

/** How the pages look on which subscribers choose what they receive. */
export function BrandSettings({ environment }: { environment: Environment }) {
  const { id: environmentId, brand } = environment;
  const client = useQueryClient();
  const router = useRouter();
  const mayNot = useRefusal('environments:write') !== undefined;
  const form = useForm({
    initialValues: { name: brand?.name ?? '', color: brand?.color ?? '', logoUrl: brand?.logoUrl ?? '' },
  });
  const problem = useFormProblem(form);
  const save = useChange({
    run: (values: typeof form.values) =>
      responseOf(
        api(environment).PUT('/v1/environments/{environmentId}', {
          params: { path: { environmentId } },
          body: { brand: Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== '')) },
        }),
      ),
    resource: 'environments',
    environment,
    done: 'Saved',
    onDone: async () => {
      await refresh(client, 'session');
      await router.invalidate();
    },
    onProblem: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    save.mutate(values);
  });
  return (
    <Paper withBorder p="md" maw={760}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Title order={2} size="h4">
            Brand
          </Title>
          <Text size="sm" c="dimmed">
            For the pages on which subscribers choose what they receive. Contexts may have a brand of their own.
          </Text>
          <TextInput label="Brand name" readOnly={mayNot} autoComplete="off" {...form.getInputProps('name')} />
          <ColorInput
            label="Brand color"
            description="Adjusted where text would be hard to read."
            format="hex"
            disabled={mayNot}
            popoverProps={{ withinPortal: true }}
            eyeDropperButtonProps={{ 'aria-label': 'Pick a brand color of the screen' }}
            {...form.getInputProps('color')}
          />
          <TextInput
            label="Logo URL"
            description="An https address. Shown in place of the name."
            readOnly={mayNot}
            autoComplete="off"
            {...form.getInputProps('logoUrl')}
          />
          {problem.alert}
          <Group justify="flex-end">
            <PermittedButton
              permission="environments:write"
              type="submit"
              loading={save.isPending}
              disabled={!form.isDirty()}
            >
              Save brand
            </PermittedButton>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

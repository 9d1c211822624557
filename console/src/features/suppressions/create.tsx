import { Group, NativeSelect, Paper, Stack, TextInput } from '@mantine/core';
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
import { CHANNEL_OPTIONS, REASON_OPTIONS, REASONS, type Suppression } from './reads';

const INITIAL = { channel: 'email' as Suppression['channel'], address: '', reason: 'manual', expiresAt: '' };

function bodyOf({ channel, address, reason, expiresAt }: typeof INITIAL) {
  const end = new Date(expiresAt);
  const isTime = expiresAt !== '' && !Number.isNaN(end.getTime());
  return { channel, address: address.trim(), reason, ...(isTime && { expiresAt: end.toISOString() }) };
}

/** The form for an address that gets no more messages. */
export function CreateSuppression() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const form = useForm({ initialValues: INITIAL });
  const problem = useFormProblem(form);
  const add = useChange({
    run: (values: typeof INITIAL) => responseOf(api(environment).POST('/v1/suppressions', { body: bodyOf(values) })),
    resource: 'suppressions',
    environment,
    done: 'Added',
    onDone: () => navigate({ to: '/suppressions' }),
    onProblem: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    add.mutate(values);
  });
  return (
    <>
      <PageHeader
        title="Add an address"
        back={
          <TextLink to="/suppressions" size="sm">
            Suppressions
          </TextLink>
        }
      >
        <AsCurl request={{ method: 'POST', path: '/v1/suppressions', body: bodyOf(form.values) }} />
      </PageHeader>
      <Paper withBorder p="md" maw={760}>
        <form onSubmit={submit} noValidate>
          <Stack>
            <NativeSelect label="Channel" data={CHANNEL_OPTIONS} {...form.getInputProps('channel')} />
            <TextInput
              label="Address"
              description="An email address, a phone number with country code, or the address of a chat or device."
              required
              autoFocus
              autoComplete="off"
              {...form.getInputProps('address')}
            />
            <NativeSelect
              label="Reason"
              description={`Blocks ${REASONS[form.values.reason]?.blocks ?? 'all messages'}.`}
              data={REASON_OPTIONS}
              {...form.getInputProps('reason')}
            />
            <TextInput
              type="datetime-local"
              label="Expires"
              description="Leave empty for never."
              {...form.getInputProps('expiresAt')}
            />
            {problem.alert}
            <Group justify="flex-end">
              <ButtonLink to="/suppressions" variant="default">
                Cancel
              </ButtonLink>
              <PermittedButton permission="subscribers:write" type="submit" loading={add.isPending}>
                Add
              </PermittedButton>
            </Group>
          </Stack>
        </form>
      </Paper>
    </>
  );
}

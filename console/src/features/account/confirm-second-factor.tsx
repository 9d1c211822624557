import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { encode } from 'uqr';
import { api, responseOf, type Schemas } from '../../api/client';
import { useChange } from '../../api/change';
import { CopyText } from '../../ui/copy';
import { useFormProblem } from '../../ui/form-problem';

interface ConfirmSecondFactorProps {
  secret: Schemas['SecondFactorSecretDto'];
  /** Called with the recovery codes, which are shown only now. */
  onConfirmed: (recoveryCodes: string[]) => void;
}

/** The secret for the app, and a first code that proves that it has arrived. */
export function ConfirmSecondFactor({ secret, onConfirmed }: ConfirmSecondFactorProps) {
  const form = useForm({ initialValues: { code: '' } });
  const problem = useFormProblem(form);
  const confirm = useChange({
    run: (body: typeof form.values) => responseOf(api().POST('/v1/session/second-factor/confirm', { body })),
    resource: 'session',
    environment: undefined,
    done: 'Two-factor authentication is on',
    onDone: ({ data }) => onConfirmed(data.recoveryCodes),
    onProblem: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    confirm.mutate(values);
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">
          Scan this with the app, or type the secret into it. Then enter the six digits that it shows.
        </Text>
        <QrCode text={secret.uri} />
        <CopyText text={secret.secret} label="Copy the secret" />
        <TextInput
          label="Code"
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          autoFocus
          {...form.getInputProps('code')}
        />
        {problem.alert}
        <Group justify="flex-end">
          <Button type="submit" loading={confirm.isPending}>
            Enable
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Drawn here: the secret goes to nobody else. Dark on light, also where the rest is light on dark. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg role="img" aria-label="QR code of the secret" viewBox={`0 0 ${size} ${size}`} width={200} height={200}>
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" shapeRendering="crispEdges" />
    </svg>
  );
}

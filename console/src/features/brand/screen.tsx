import {
  Alert,
  ColorInput,
  Group,
  NativeSelect,
  NumberInput,
  Paper,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useChange } from '../../api/change';
import { api, responseOf } from '../../api/client';
import { query, refresh } from '../../api/read';
import { useEnvironment, useRefusal } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { useFormProblem } from '../../ui/form-problem';
import { LeaveGuard } from '../../ui/leave-guard';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { PermittedButton } from '../../ui/permitted';
import { PicturePicker } from '../assets/picture-picker';
import classes from './brand.module.css';
import { BrandPreview } from './brand-preview';
import { brandRead } from './brand-read';
import { type Brand, brandOf, type BrandFields, contrastProblems, fieldsOf, FONTS, lookOf } from './reads';

/** How emails and the pages for subscribers look. */
export function BrandScreen() {
  const brand = useQuery(query(brandRead, useEnvironment()));
  return <Loaded query={brand}>{({ data }) => <EditBrand key={JSON.stringify(data)} brand={data} />}</Loaded>;
}

const COLORS = [
  ['color', 'Buttons', '#000000'],
  ['buttonTextColor', 'Button text', 'Automatic'],
  ['linkColor', 'Links', 'As buttons'],
  ['headingColor', 'Headings', '#111827'],
  ['textColor', 'Text', '#374151'],
  ['backgroundColor', 'Background', '#ffffff'],
] as const satisfies readonly (readonly [keyof BrandFields, string, string])[];

function EditBrand({ brand }: { brand: Brand }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const router = useRouter();
  const mayNot = useRefusal('layouts:write') !== undefined;
  const form = useForm({ initialValues: fieldsOf(brand) });
  const problem = useFormProblem(form);
  const save = useChange({
    run: (values: BrandFields) => responseOf(api(environment).PUT('/v1/brand', { body: brandOf(values) })),
    resource: 'brand',
    environment,
    done: 'Saved',
    onDone: async () => {
      form.resetDirty();
      // The session has the brand, too.
      await refresh(client, 'session');
      await router.invalidate();
    },
    onProblem: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    save.mutate(values);
  });
  const unreadable = contrastProblems(lookOf(form.values));
  return (
    <>
      <PageHeader title="Brand" about={`Your logo, colors and footer in the emails and pages of ${environment.name}.`}>
        <AsCurl request={{ method: 'PUT', path: '/v1/brand', body: brandOf(form.values) }} />
      </PageHeader>
      <div className={classes.halves}>
        <Paper withBorder p="md">
          <form onSubmit={submit} noValidate>
            <Stack>
              <TextInput
                label="Brand name"
                placeholder="Acme"
                readOnly={mayNot}
                autoComplete="off"
                {...form.getInputProps('name')}
              />
              <div>
                <PicturePicker
                  label="Logo"
                  value={form.values.logoUrl}
                  disabled={mayNot}
                  onPick={({ url }) => form.setFieldValue('logoUrl', url)}
                />
                {form.values.logoUrl !== '' && !mayNot && (
                  <PermittedButton
                    permission="layouts:write"
                    variant="subtle"
                    size="compact-xs"
                    mt={4}
                    onClick={() => form.setFieldValue('logoUrl', '')}
                  >
                    Remove logo
                  </PermittedButton>
                )}
                {form.errors.logoUrl && (
                  <Text size="xs" c="red" role="alert">
                    {form.errors.logoUrl}
                  </Text>
                )}
              </div>
              <div className={classes.colors}>
                {COLORS.map(([field, label, placeholder]) => (
                  <ColorInput
                    key={field}
                    label={label}
                    placeholder={placeholder}
                    format="hex"
                    disabled={mayNot}
                    popoverProps={{ withinPortal: true }}
                    eyeDropperButtonProps={{ 'aria-label': `Pick the color of ${label.toLowerCase()} from the screen` }}
                    {...form.getInputProps(field)}
                  />
                ))}
              </div>
              {unreadable.length > 0 && (
                <Alert color="orange" variant="outline" title="Hard to read">
                  {unreadable.map((one) => (
                    <Text key={one} size="sm">
                      {one}
                    </Text>
                  ))}
                </Alert>
              )}
              <div className={classes.colors}>
                <NativeSelect
                  label="Font"
                  data={fontsFor(brand.font)}
                  disabled={mayNot}
                  {...form.getInputProps('font')}
                />
                <NumberInput
                  label="Button corner radius"
                  suffix=" px"
                  min={0}
                  max={40}
                  allowDecimal={false}
                  readOnly={mayNot}
                  {...form.getInputProps('radius')}
                />
              </div>
              <Textarea
                label="Footer address"
                placeholder={'Acme Inc.\n1 Main Street, Springfield'}
                autosize
                minRows={2}
                maxLength={500}
                readOnly={mayNot}
                {...form.getInputProps('address')}
              />
              <TextInput
                label="Unsubscribe link text"
                description="Empty: no unsubscribe link in the footer."
                placeholder="Unsubscribe"
                readOnly={mayNot}
                autoComplete="off"
                {...form.getInputProps('unsubscribe')}
              />
              {problem.alert}
              <Group justify="flex-end">
                <PermittedButton
                  permission="layouts:write"
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
        <BrandPreview fields={form.values} />
      </div>
      <LeaveGuard isDirty={form.isDirty() && !save.isPending} />
    </>
  );
}

/** A font that was set elsewhere stays. */
function fontsFor(font: string | undefined) {
  const isKnown = font === undefined || FONTS.some(({ value }) => value === font);
  return isKnown ? FONTS : [...FONTS, { value: font, label: font }];
}

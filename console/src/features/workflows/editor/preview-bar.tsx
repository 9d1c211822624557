import { NativeSelect } from '@mantine/core';
import { languageName } from '../../../ui/frames/language-name';
import { PersonChooser } from '../../../ui/person-chooser';
import classes from './editor.module.css';
import { SampleSwitch } from './samples/sample-switch';
import type { TestData } from './test-data';

interface PreviewBarProps {
  test: TestData;
  /** The languages that the workflow is translated into. */
  locales: readonly string[];
  /** The language that is shown: without a choice, that of the person as far as there are texts. */
  locale: string | undefined;
}

/** Switches above the preview: for whom, in which language, and with which data. */
export function PreviewBar({ test, locales, locale }: PreviewBarProps) {
  const automatic =
    locale === undefined || test.language !== undefined ? 'Automatic' : `${languageName(locale)} (auto)`;
  return (
    <div className={classes.switches}>
      <PersonChooser label="Preview as" value={test.person} onChange={test.setPerson} />
      {locales.length > 0 && (
        <NativeSelect
          label="Language"
          value={test.language ?? ''}
          data={[{ value: '', label: automatic }, ...locales.map((one) => ({ value: one, label: languageName(one) }))]}
          onChange={({ currentTarget }) => test.setLanguage(currentTarget.value || undefined)}
        />
      )}
      <SampleSwitch samples={test.samples} />
    </div>
  );
}

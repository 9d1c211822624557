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
  /** The language that is shown. */
  locale: string | undefined;
}

/** Switches above the preview: for whom, in which language, and with which data. */
export function PreviewBar({ test, locales, locale }: PreviewBarProps) {
  const ofPerson = locale === undefined ? 'Of the person' : `Of the person: ${languageName(locale)}`;
  return (
    <div className={classes.switches}>
      <PersonChooser label="Preview as" value={test.person} onChange={test.setPerson} />
      {locales.length > 0 && (
        <NativeSelect
          label="Language"
          value={test.language ?? ''}
          data={[
            { value: '', label: test.language === undefined ? ofPerson : 'Of the person' },
            ...locales.map((one) => ({ value: one, label: languageName(one) })),
          ]}
          onChange={({ currentTarget }) => test.setLanguage(currentTarget.value || undefined)}
        />
      )}
      <SampleSwitch samples={test.samples} />
    </div>
  );
}

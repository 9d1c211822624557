import { languageName, LanguageSwitch } from '../../../ui/frames/language-switch';
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
      <LanguageSwitch value={test.language} locales={locales} automatic={automatic} onChange={test.setLanguage} />
      <SampleSwitch samples={test.samples} />
    </div>
  );
}

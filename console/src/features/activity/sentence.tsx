import { Time } from '../../ui/time';
import type { Sentence } from './explanation';

/** A sentence whose moments are shown in the zone of the reader. */
export function InWords({ sentence }: { sentence: Sentence }) {
  return sentence.map((part, index) => (typeof part === 'string' ? part : <Time key={index} at={part.at} />));
}

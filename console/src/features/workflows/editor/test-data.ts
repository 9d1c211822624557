import type { FrameSearch } from '../../../ui/frames/frame-search';
import type { Samples } from './samples/samples';

/** The data of previews and tests. */
export interface TestData {
  /** Has the payload. */
  samples: Samples;
  /** Id of the subscriber; undefined for a sample subscriber. */
  person: string | undefined;
  setPerson: (subscriberId?: string) => void;
  /** The language of previews; undefined for that of the person. */
  language: string | undefined;
  setLanguage: (locale?: string) => void;
  /** How previews are looked at. */
  frame: FrameSearch;
  setFrame: (part: FrameSearch) => void;
}

/** The payload that was typed; undefined while it is not a JSON object. */
export function payloadOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = text.trim() === '' ? {} : JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

export const NO_OBJECT = 'This is not a JSON object yet, such as { "orderId": "A-1" }';

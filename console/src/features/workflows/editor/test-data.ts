/** The data of previews and tests. */
export interface TestData {
  /** The payload, as it was typed. */
  payload: string;
  setPayload: (text: string) => void;
  /** Id of the subscriber; undefined for a sample subscriber. */
  person: string | undefined;
  setPerson: (subscriberId?: string) => void;
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

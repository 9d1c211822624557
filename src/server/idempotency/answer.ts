/** An answer as it leaves. */
export interface Answer {
  /** HTTP status. */
  status: number;
  contentType?: string;
  /** Empty when there is none. */
  body: string;
}

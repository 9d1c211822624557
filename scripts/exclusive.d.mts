export function exclusively<T>(path: string, work: () => Promise<T>, options?: { onWait?: () => void }): Promise<T>;

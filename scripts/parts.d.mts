export interface Part {
  inputs: string[];
  after: string[];
  command: string[];
}

export const PARTS: Record<string, Part>;
export const FOR_MODULES: string[];

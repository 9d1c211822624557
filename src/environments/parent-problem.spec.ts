import { Types } from 'mongoose';
import { parentProblem } from './parent-problem.js';

describe('the parent of an environment', () => {
  const ids = Array.from({ length: 5 }, () => new Types.ObjectId());
  const [development, staging, production, left, right] = ids as [
    Types.ObjectId,
    Types.ObjectId,
    Types.ObjectId,
    Types.ObjectId,
    Types.ObjectId,
  ];
  const all = [
    { _id: development },
    { _id: staging, parentId: development },
    { _id: production, parentId: staging },
    // As two changes at the same moment may leave it.
    { _id: left, parentId: right },
    { _id: right, parentId: left },
  ];

  it.each<[string, Types.ObjectId | undefined, Types.ObjectId, string | undefined]>([
    ['of a new environment is any', undefined, production, undefined],
    ['is one it does not feed', production, development, undefined],
    ['is not unknown', production, new Types.ObjectId(), 'must be an environment of the organization'],
    ['is not the environment itself', staging, staging, 'must not be the environment itself'],
    ['is not its child', development, staging, 'must not be the environment itself'],
    ['is not a child of its child', development, production, 'must not be the environment itself'],
    ['is found even where parents go round in a circle', development, left, undefined],
  ])('%s', (_rule, own, parent, problem) => {
    const found = parentProblem(all, own, parent);
    if (problem === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(problem);
  });
});

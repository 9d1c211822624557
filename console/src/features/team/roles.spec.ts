import { environmentRolesOf, roleValues, rolesInWords } from './roles';

const DEVELOPMENT = { id: '1', name: 'Development' };

describe('the roles of a member', () => {
  it('are one in the organization, and those that differ', () => {
    const values = roleValues('viewer', [{ environmentId: '1', role: 'author' }]);
    expect(values).toEqual({ role: 'viewer', environmentRoles: { 1: 'author' } });
    expect(environmentRolesOf(values)).toEqual([{ environmentId: '1', role: 'author' }]);
  });

  it('do not differ where nothing is chosen, and stay where the reader sees no environment', () => {
    const values = roleValues('viewer', [{ environmentId: 'unseen', role: 'none' }]);
    values.environmentRoles['1'] = '';
    expect(environmentRolesOf(values)).toEqual([{ environmentId: 'unseen', role: 'none' }]);
  });

  it('are said in words', () => {
    const environmentRoles = [
      { environmentId: '1', role: 'author' as const },
      { environmentId: '2', role: 'none' as const },
    ];
    expect(rolesInWords({ role: 'viewer', environmentRoles }, [DEVELOPMENT])).toBe(
      'viewer; author in Development; none in another environment',
    );
  });
});

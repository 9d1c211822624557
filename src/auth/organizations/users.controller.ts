import { Controller, Get, NotFoundException } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../environment-ref.js';
import { type EditorDto, toEditorDto } from './editor.dto.js';
import { EditorsService } from './editors.service.js';

@ApiTags('Environments')
@Controller('v1/users')
export class UsersController {
  constructor(private readonly editors: EditorsService) {}

  /**
   * Retrieve the current user
   *
   * The user for whom the key of the environment was made. The `novu` command line asks for it to see whether a key is
   * valid.
   */
  @Get('me')
  @Requires('environments:read')
  async me(@CurrentEnvironment() environment: EnvironmentRef): Promise<EditorDto> {
    const id = await this.editors.current(environment);
    const user = id && (await this.editors.find(environment, [id])).get(id);
    if (!user) throw new NotFoundException('The key of this environment was made for no user');
    return toEditorDto(user);
  }
}

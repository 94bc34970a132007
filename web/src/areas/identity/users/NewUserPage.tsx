import { UserForm } from './UserForm.tsx';

function NewUserPage() {
  return <UserForm />;
}
export default NewUserPage;

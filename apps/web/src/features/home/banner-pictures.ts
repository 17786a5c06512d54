import { useLingui } from '@lingui/react/macro';
import bookingAVisit from '../../assets/banner/booking-a-visit.svg';
import clinicWelcome from '../../assets/banner/clinic-welcome.svg';
import communityChat from '../../assets/banner/community-chat.svg';
import doctorAndPatient from '../../assets/banner/doctor-and-patient.svg';
import familyReadsReport from '../../assets/banner/family-reads-report.svg';
import helpCentreBoard from '../../assets/banner/help-centre-board.svg';

/** The banner's six pictures in their order, each with what it shows. */
export function useBannerPictures(): { file: string; shows: string }[] {
  const { t } = useLingui();
  return [
    {
      file: bookingAVisit,
      shows: t`A woman in a sari picks a time on her phone; beside her a calendar shows the chosen day with a check mark.`,
    },
    {
      file: doctorAndPatient,
      shows: t`An older man in a kurta and a doctor in a white coat and hijab talk across a desk while she takes notes.`,
    },
    {
      file: familyReadsReport,
      shows: t`A grandmother, a girl and her father sit on a sofa at home and read a health report together.`,
    },
    {
      file: communityChat,
      shows: t`Four people of different ages and backgrounds chat with one another, each in their own speech bubble.`,
    },
    {
      file: helpCentreBoard,
      shows: t`A man in a wheelchair asks a question at a help-centre board; a woman points to one of three answers on it.`,
    },
    {
      file: clinicWelcome,
      shows: t`A mother and her young son arrive at a clinic hand in hand; a nurse waves to them from the reception desk.`,
    },
  ];
}

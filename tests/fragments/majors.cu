constexpr auto maj = GMMA::Major::MN;
